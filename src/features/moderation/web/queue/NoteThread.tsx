import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#core/limits.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { ModerationNote, writeCaseNote, writeMemberNote } from '../../contract.ts'
import { queueTexts } from './texts.ts'

type Subject = { caseId: number } | { memberId: number }
type Props = { heading: string; notes: readonly ModerationNote[]; on: Subject }

const send = (on: Subject, words: string): Promise<ModerationNote> =>
  'caseId' in on
    ? callApi<typeof writeCaseNote>('POST /api/moderation/cases/:id/notes', {
        params: { id: on.caseId },
        body: { words },
      })
    : callApi<typeof writeMemberNote>('POST /api/moderation/members/:id/notes', {
        params: { id: on.memberId },
        body: { words },
      })

/** The notes of moderators for each other on a case or a member, the newest first, and a field for another. */
export const NoteThread = ({ heading, notes, on }: Props) => {
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || words.trim() === '') return
    setIsBusy(true)
    try {
      await send(on, words)
      setWords('')
      await invalidateLists(client, 'cases')
    } catch (error) {
      const description = getErrorMessage(error, queueTexts.tryAgain)
      showToast({ title: queueTexts.noteFailed, description, tone: 'danger' })
    }
    setIsBusy(false)
  }
  return (
    <section aria-label={heading} className="text-sm">
      <h3 className="font-semibold">{heading}</h3>
      <p className="mb-2 text-muted">{queueTexts.notesHint}</p>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col items-start gap-2 *:w-full">
        <BoxBoundary>
          <TextArea
            label={queueTexts.note}
            labelHidden
            rows={2}
            maxLength={limits.moderationWords}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className="min-h-14!"
          />
          <Button type="submit" aria-disabled={isBusy} className="w-auto!">
            {queueTexts.addNote}
          </Button>
        </BoxBoundary>
      </form>
      <ul className="mt-2 divide-y">
        {notes.map((note) => (
          <li key={note.id} className="py-2">
            <p className="text-muted">
              {note.author} · <RelativeTime date={note.createdAt} />
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {note.words}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
