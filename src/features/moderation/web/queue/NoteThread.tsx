import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { randomUuid } from '#web/random-uuid.ts'
import type { ModerationNote, writeCaseNote, writeMemberNote } from '../../contract.ts'
import { queueTexts } from './texts.ts'

type Subject = { caseId: number } | { memberId: number }
type Props = { heading: string; notes: readonly ModerationNote[]; on: Subject }

/** A note that was sent, whether or not it has been stored. */
type Attempt = { words: string; requestKey: string }

const send = (on: Subject, body: Attempt): Promise<ModerationNote> =>
  'caseId' in on
    ? callApi<typeof writeCaseNote>('POST /api/moderation/cases/:id/notes', {
        params: { id: on.caseId },
        body,
      })
    : callApi<typeof writeMemberNote>('POST /api/moderation/members/:id/notes', {
        params: { id: on.memberId },
        body,
      })

/** The notes of moderators for each other on a case or a member, the newest first, and a field for another. */
export const NoteThread = ({ heading, notes, on }: Props) => {
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || words.trim() === '') return
    setIsBusy(true)
    try {
      // A retry has the key of the first attempt, so that the note is stored once.
      if (attempt.current?.words !== words) attempt.current = { words, requestKey: randomUuid() }
      await send(on, attempt.current)
      attempt.current = undefined
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
