import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { ownDecisionSentences } from '../../contract-messages.ts'
import type { OwnDecision } from '../../contract-statements.ts'
import { ownDecisionsQuery } from './queries.ts'
import { statementTexts } from './texts.ts'

/** The decisions about the current user, newest first. */
export const OwnDecisionList = () => {
  const { data, isError, refetch, isFetching, hasNextPage, fetchNextPage } =
    useInfiniteQuery(ownDecisionsQuery)
  const decisions = data?.pages.flat() ?? []
  if (isError && decisions.length === 0)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {statementTexts.loadFailed}
      </ErrorNotice>
    )
  if (!data) return <p className="text-sm text-muted">{statementTexts.loading}</p>
  if (decisions.length === 0)
    return (
      <EmptyState icon="shield" title={statementTexts.none}>
        {statementTexts.noneText}
      </EmptyState>
    )
  return (
    <>
      <ol aria-label={statementTexts.heading} className="border-t">
        {decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} />
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-4" onClick={() => void fetchNextPage()} busy={isFetching}>
          {statementTexts.more}
        </Button>
      )}
    </>
  )
}

const stateOf = ({ appeal, reversedAt }: OwnDecision): string | null => {
  if (appeal !== null) return statementTexts.states[appeal]
  return reversedAt ? statementTexts.states.undone : null
}

const DecisionRow = ({ decision }: { decision: OwnDecision }) => {
  const state = stateOf(decision)
  return (
    <li className="border-b py-3">
      <SiteLink
        href={paths.statement(decision.id)}
        dir="auto"
        className="control inline-flex items-center font-medium wrap-anywhere hover:underline"
      >
        {decision.excerpt}
      </SiteLink>
      <p className="text-sm">{ownDecisionSentences[decision.action]}</p>
      <p className="text-sm text-muted">
        <RelativeTime date={decision.createdAt} />
        {state && <span>{` · ${state}`}</span>}
      </p>
    </li>
  )
}
