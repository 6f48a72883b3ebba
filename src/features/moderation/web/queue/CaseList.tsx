import { useInfiniteQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { ModerationCase } from '../../contract.ts'
import { reportTexts } from '../report/texts.ts'
import { getActionTexts, getPastDismissal } from './action-texts.ts'
import { type CaseState, casesQuery } from './queries.ts'
import { queueTexts } from './texts.ts'

type Props = { state: CaseState; caseId: number | undefined }

/** The cases as links. */
export const CaseList = ({ state, caseId }: Props) => {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    casesQuery(state),
  )
  if (isError && !data)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {queueTexts.loadFailed}
      </ErrorNotice>
    )
  if (!data) return <p className="text-sm text-muted">{queueTexts.loading}</p>
  const cases = data.pages.flat()
  if (cases.length === 0)
    return (
      <EmptyState icon="check" title={state === 'open' ? queueTexts.nothing : queueTexts.noneDecided}>
        {state === 'open' ? queueTexts.nothingText : queueTexts.noneDecidedText}
      </EmptyState>
    )
  return (
    <>
      <ul aria-label={queueTexts.cases} className="divide-y border-y">
        {cases.map((each) => (
          <CaseRow key={each.id} moderationCase={each} state={state} isCurrent={each.id === caseId} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4" busy={isFetching} onClick={() => void fetchNextPage()}>
          {queueTexts.more}
        </Button>
      )}
    </>
  )
}

type RowProps = { moderationCase: ModerationCase; state: CaseState; isCurrent: boolean }

const CaseRow = ({ moderationCase, state, isCurrent }: RowProps) => {
  const {
    id,
    subjectKind,
    excerpt,
    source,
    isUrgent,
    reportCount,
    reasons,
    openedAt,
    claimedBy,
    author,
    outcome,
  } = moderationCase
  const user = useCurrentUser()
  const href = state === 'open' ? paths.moderationCase(id) : paths.decidedCase(id)
  return (
    <li>
      <SiteLink
        href={href}
        data-case={id}
        preload={false}
        aria-current={isCurrent ? 'true' : undefined}
        className="block px-3 py-2.5 text-sm hover:bg-sunken aria-[current]:bg-sunken"
      >
        <span className="flex items-center gap-2 text-xs text-muted">
          {isUrgent && <span className="font-semibold text-danger">{queueTexts.urgent}</span>}
          <span className="truncate">
            <span>{reportTexts.kinds[subjectKind]}</span>
            {author && subjectKind !== 'member' && <span>{` ${queueTexts.by} ${author.username}`}</span>}
          </span>
          <RelativeTime date={openedAt} className="ml-auto flex-none" />
        </span>
        <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {excerpt}
        </span>
        {outcome && <Outcome outcome={outcome} source={source} />}
        <span className="block truncate text-xs text-muted">
          {reportCount > 0
            ? `${queueTexts.reports(reportCount)} · ${reasons.join(', ')}`
            : queueTexts.sources[source]}
        </span>
        {claimedBy && (
          <span className="block truncate text-xs text-muted">
            {claimedBy.id === user?.id ? queueTexts.workedOnByYou : queueTexts.workedOn(claimedBy.username)}
          </span>
        )}
      </SiteLink>
    </li>
  )
}

type OutcomeProps = { outcome: NonNullable<ModerationCase['outcome']>; source: ModerationCase['source'] }

/** What was decided, on which rule, in which role and when. */
const Outcome = ({ outcome, source }: OutcomeProps) => {
  const { action, reason, moderatorRole, createdAt, isReversed, isApproval } = outcome
  const dismissal = isApproval ? 'again' : getPastDismissal(source, undefined)
  return (
    <span className="block text-xs wrap-anywhere">
      <span className={isReversed ? 'line-through' : 'font-medium'}>
        {getActionTexts(action, dismissal).done}
      </span>
      {isReversed && <span> · {queueTexts.undone}</span>}
      {reason && <span> · {reason}</span>}
      <span className="text-muted">
        {' '}
        · {queueTexts.roles[moderatorRole]} · <RelativeTime date={createdAt} />
      </span>
    </span>
  )
}
