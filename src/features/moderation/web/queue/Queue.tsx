import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { paths } from '#core/paths.ts'
import { classNames } from '#web/kit/class-names.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useShortcuts } from '#web/shortcuts.ts'
import { CaseList } from './CaseList.tsx'
import { CaseView } from './CaseView.tsx'
import { getNextCase, moveInList } from './move-in-list.ts'
import { type CaseState, casesQuery, waitingCasesQuery } from './queries.ts'
import { queueTexts } from './texts.ts'

type QueueTab = CaseState | 'appeals' | 'accounts'

export const parseQueueTab = (tab: string | undefined): QueueTab =>
  tab === 'decided' || tab === 'appeals' || tab === 'accounts' ? tab : 'open'

const tabHrefs: Record<QueueTab, string> = {
  open: paths.moderation,
  decided: paths.moderationTab('decided'),
  appeals: paths.moderationTab('appeals'),
  accounts: paths.moderationTab('accounts'),
}

type Props = {
  tab: QueueTab
  caseId: number | undefined
  appeals: ReactNode
  /** The accounts that wait for approval; null for moderators of topics. */
  accounts: ReactNode
}

/**
 * The work list of moderators: the cases, and the chosen one beside them, or instead of them on narrow screens
 * (docs/spec/moderation.md#queue).
 */
export const Queue = ({ tab: requested, caseId, appeals, accounts }: Props) => {
  const tab = requested === 'accounts' && !accounts ? 'open' : requested
  const { data: waiting } = useQuery(waitingCasesQuery(true))
  const counts = {
    open: waiting?.cases,
    decided: undefined,
    appeals: waiting?.appeals,
    accounts: waiting?.accounts,
  }
  // Most sites approve no accounts.
  const tabs = (Object.keys(tabHrefs) as QueueTab[]).filter(
    (each) => each !== 'accounts' || tab === each || (accounts && waiting?.accounts),
  )
  return (
    <>
      <nav aria-label={queueTexts.tabsLabel} className="mb-4 flex flex-wrap gap-1 border-b pb-1">
        {tabs.map((each) => (
          <SiteLink
            key={each}
            href={tabHrefs[each]}
            aria-current={each === tab ? 'page' : undefined}
            className="control flex items-center rounded-lg px-2.5 text-sm text-muted hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink"
          >
            {counts[each]
              ? queueTexts.tabWithCount(queueTexts.tabs[each], counts[each])
              : queueTexts.tabs[each]}
          </SiteLink>
        ))}
      </nav>
      {tab === 'appeals' ? appeals : tab === 'accounts' ? accounts : <Cases state={tab} caseId={caseId} />}
    </>
  )
}

const Cases = ({ state, caseId }: { state: CaseState; caseId: number | undefined }) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const list = useRef<HTMLDivElement>(null)
  const back = tabHrefs[state]
  const keys = useMemo(
    () => [
      { key: 'j', label: queueTexts.keys.next, run: () => moveInList(list.current, 1) },
      { key: 'k', label: queueTexts.keys.previous, run: () => moveInList(list.current, -1) },
    ],
    [],
  )
  useShortcuts(keys)
  const { data } = useInfiniteQuery(casesQuery(state))
  const openNext = async () => {
    const cases = client.getQueryData(casesQuery('open').queryKey)?.pages.flat() ?? []
    const next = state === 'open' ? getNextCase(cases, caseId) : undefined
    await navigation.replace(next === undefined ? back : paths.moderationCase(next))
  }
  if (caseId === undefined && !data?.pages.flat().length) return <CaseList state={state} caseId={undefined} />
  return (
    <div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[19rem_minmax(0,1fr)]">
      <div ref={list} className={classNames('min-w-0', caseId !== undefined && 'hidden lg:block')}>
        <CaseList state={state} caseId={caseId} />
      </div>
      <div className={classNames('min-w-0', caseId === undefined && 'hidden lg:block')}>
        {caseId === undefined ? (
          <EmptyState icon="shield" title={queueTexts.choose}>
            {queueTexts.chooseText}
          </EmptyState>
        ) : (
          <CaseView key={caseId} id={caseId} back={back} onDecided={openNext} />
        )}
      </div>
    </div>
  )
}
