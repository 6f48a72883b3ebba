import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { focusInvalidField } from '#web/focus-invalid-field.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { formatDay } from '../../contract-messages.ts'
import type { appealDecision, Statement } from '../../contract-statements.ts'
import { useLostFocus } from '../use-lost-focus.ts'
import { ownDecisionsQuery, statementQuery } from './queries.ts'
import { statementTexts } from './texts.ts'

/** The appeal of a decision with its answer, or the form for one. */
export const AppealSection = ({ statement }: { statement: Statement }) => {
  const { id, appeal, canAppeal, isOwn, reversedAt, appealEndsAt } = statement
  const heading = useRef<HTMLHeadingElement>(null)
  useLostFocus(heading, appeal !== null)
  if (!appeal && !canAppeal) {
    const isOver = isOwn && reversedAt === null
    return isOver ? <p className="text-sm text-muted">{statementTexts.tooLate}</p> : null
  }
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-2 text-base font-semibold outline-none">
        {appeal ? (isOwn ? statementTexts.yourAppeal : statementTexts.theAppeal) : statementTexts.appeal}
      </h2>
      {appeal ? <Appeal appeal={appeal} /> : <AppealForm id={id} until={formatDay(appealEndsAt)} />}
    </section>
  )
}

const Appeal = ({ appeal: { words, answer, isGranted } }: { appeal: NonNullable<Statement['appeal']> }) => (
  <>
    <blockquote
      dir="auto"
      className="rounded-lg border bg-surface px-4 py-3 text-sm wrap-anywhere whitespace-pre-line"
    >
      {words}
    </blockquote>
    {isGranted === null ? (
      <p className="mt-2 text-sm text-muted">{statementTexts.waiting}</p>
    ) : (
      <>
        <p className="mt-3 text-sm font-medium">
          {isGranted ? statementTexts.answerGranted : statementTexts.answerRejected}
        </p>
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
          {answer}
        </p>
      </>
    )}
  </>
)

const AppealForm = ({ id, until }: { id: number; until: string }) => {
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setError(undefined)
    try {
      await callApi<typeof appealDecision>('POST /api/user/decisions/:id/appeal', {
        params: { id },
        body: { words },
      })
      void client.invalidateQueries(ownDecisionsQuery)
      await client.invalidateQueries(statementQuery(id))
    } catch (failure) {
      setError(getErrorMessage(failure, statementTexts.sendFailed))
      setSending(false)
      focusInvalidField(null, event)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="flex max-w-120 flex-col gap-3">
      <BoxBoundary>
        <p className="text-sm text-muted">{statementTexts.appealText(until)}</p>
        <TextArea
          label={statementTexts.appealWords}
          rows={5}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          error={error}
          hint={statementTexts.appealHint(
            countCharacters(words.trim()).toLocaleString('en'),
            limits.moderationWords.toLocaleString('en'),
          )}
        />
        <div>
          <Button type="submit" variant="primary" aria-disabled={isSending}>
            {isSending ? statementTexts.sending : statementTexts.send}
          </Button>
        </div>
      </BoxBoundary>
    </form>
  )
}
