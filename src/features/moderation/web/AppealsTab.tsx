import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { showToast } from '#web/kit/toast.ts'
import { decisionSentences } from '../contract-messages.ts'
import type { answerAppeal, StaffAppeal } from '../contract-statements.ts'
import { appealsQuery } from './statements/queries.ts'
import { appealTexts } from './statements/texts.ts'
import { useLostFocus } from './use-lost-focus.ts'

/** The appeals that wait for an answer, oldest first, for moderators. */
export const AppealsTab = () => {
  const { data } = useInfiniteQuery(appealsQuery)
  const region = useRef<HTMLElement>(null)
  useLostFocus(region, data?.pages.flat().length)
  return (
    <section ref={region} tabIndex={-1} aria-label={appealTexts.list} className="outline-none">
      <Appeals />
    </section>
  )
}

const Appeals = () => {
  const { data, isError, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(appealsQuery)
  const appeals = data?.pages.flat() ?? []
  if (isError && appeals.length === 0)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {appealTexts.loadFailed}
      </ErrorNotice>
    )
  if (!data) return <p className="text-sm text-muted">{appealTexts.loading}</p>
  if (appeals.length === 0)
    return (
      <EmptyState icon="check" title={appealTexts.none}>
        {appealTexts.noneText}
      </EmptyState>
    )
  return (
    <>
      <ol aria-label={appealTexts.list} className="flex flex-col gap-4">
        {appeals.map((appeal) => (
          <li key={appeal.id}>
            <Appeal appeal={appeal} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-4" onClick={() => void fetchNextPage()} busy={isFetching}>
          {appealTexts.more}
        </Button>
      )}
    </>
  )
}

const Appeal = ({
  appeal: { id, words, createdAt, appellant, canAnswer, decision },
}: {
  appeal: StaffAppeal
}) => (
  <article className="rounded-lg border bg-surface p-4">
    <h2 dir="auto" className="font-semibold wrap-anywhere">
      <SiteLink href={paths.decidedCase(decision.caseId)} className="hover:underline">
        {decision.excerpt}
      </SiteLink>
    </h2>
    <p className="text-sm text-muted">
      {`${decisionSentences[decision.action]}. ${
        decision.moderator === '' ? appealTexts.byMachine : appealTexts.decidedBy(decision.moderator)
      }${decision.reason === '' ? '' : ` · ${decision.reason}`}`}
    </p>
    <blockquote
      dir="auto"
      className="my-3 border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line"
    >
      {words}
    </blockquote>
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
      <span>
        <SiteLink href={paths.profile(appellant.username)} className="hover:underline">
          {appellant.username}
        </SiteLink>
      </span>
      <RelativeTime date={createdAt} />
      <SiteLink href={paths.statement(decision.id)} className="control inline-flex items-center underline">
        {appealTexts.statement}
      </SiteLink>
    </p>
    {canAnswer ? (
      <AnswerForm id={id} />
    ) : (
      <p className="mt-3 text-sm font-medium">{appealTexts.somebodyElse}</p>
    )}
  </article>
)

const AnswerForm = ({ id }: { id: number }) => {
  const client = useQueryClient()
  const [answer, setAnswer] = useState('')
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const send = async (isGranted: boolean) => {
    if (isSending) return
    setSending(true)
    setError(undefined)
    try {
      await callApi<typeof answerAppeal>('POST /api/moderation/appeals/:id/answer', {
        params: { id },
        body: { isGranted, answer },
      })
      showToast({ title: isGranted ? appealTexts.granted : appealTexts.rejected, tone: 'success' })
      await client.invalidateQueries(appealsQuery)
    } catch (failure) {
      setError(getErrorMessage(failure, appealTexts.failed))
      setSending(false)
    }
  }
  return (
    <div className="mt-3 flex flex-col gap-3">
      <BoxBoundary>
        <TextArea
          label={appealTexts.answer}
          rows={3}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
          error={error}
        />
        <div className="flex flex-wrap gap-2">
          <Button aria-disabled={isSending} onClick={() => void send(true)}>
            {appealTexts.grant}
          </Button>
          <Button aria-disabled={isSending} onClick={() => void send(false)}>
            {appealTexts.reject}
          </Button>
        </div>
      </BoxBoundary>
    </div>
  )
}
