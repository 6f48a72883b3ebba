import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { WebhookSettings } from '#features/webhooks/web/WebhookSettings.tsx'
import { isComposing } from '#web/is-composing.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { ActivityTab } from './ActivityTab.tsx'
import { ApplicationsTab } from './ApplicationsTab.tsx'
import { ApprovalsTab } from './ApprovalsTab.tsx'
import { AuditTab } from './AuditTab.tsx'
import { ContactTab } from './ContactTab.tsx'
import { AdRequestsTab, FeedbackTab } from './InboxTabs.tsx'
import { JobsTab } from './JobsTab.tsx'
import { PagesTab } from './PagesTab.tsx'
import { PromptsTab } from './PromptsTab.tsx'
import {
  type AdminPanelState,
  type AdminTab,
  adminTabGroups,
  buildAdminHref,
  type Density,
  parsePanelState,
} from './panel-state.ts'
import { formatInboxCount, inboxCountQuery } from './queries.ts'
import { RequestsTab } from './RequestsTab.tsx'
import { RevealsTab } from './RevealsTab.tsx'
import { TagsTab } from './TagsTab.tsx'
import { TopicsTab } from './TopicsTab.tsx'
import { adminTexts } from './texts.ts'
import { UsersTab } from './UsersTab.tsx'

const PANEL_ID = 'admin-panel'
const groups = Object.entries(adminTabGroups) as [keyof typeof adminTabGroups, readonly AdminTab[]][]
const tabId = (tab: AdminTab): string => `admin-tab-${tab}`

/**
 * Tabs implemented as links, so that each has its own URL, in groups that wrap on phones. The arrow keys move between them (WAI-ARIA tabs
 * pattern).
 */
const AdminTabs = ({ current, density }: { current: AdminTab; density: Density }) => {
  const { data: waiting } = useQuery(inboxCountQuery(true))
  const countIn = (tab: AdminTab): number =>
    waiting && tab in waiting ? waiting[tab as keyof typeof waiting] : 0
  return (
    <div className="mb-2 border-b pb-1">
      {/* A line before each group separates it from the one before. The lines of groups that begin a row are cut off. */}
      <div
        role="tablist"
        aria-label={adminTexts.sections}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-x-6 gap-y-1 narrow:flex-col xl:-ml-[9px] xl:gap-x-0 xl:[clip-path:inset(-8px_-8px_-8px_2px)]"
      >
        {groups.map(([group, tabs]) => (
          <div
            key={group}
            role="presentation"
            className="narrow:flex narrow:items-baseline cramped:flex-wrap xl:border-l xl:px-2"
          >
            <span
              aria-hidden
              className="block px-2.5 text-[0.6875rem] leading-4 font-semibold text-muted xl:hidden narrow:w-18 narrow:flex-none narrow:px-0"
            >
              {adminTexts.groups[group]}
            </span>
            <div role="presentation" className="flex flex-wrap">
              {tabs.map((tab) => (
                <SiteLink
                  key={tab}
                  href={buildAdminHref({ tab, density })}
                  role="tab"
                  id={tabId(tab)}
                  aria-selected={tab === current}
                  aria-description={
                    countIn(tab) > 0 ? adminTexts.waiting(formatInboxCount(countIn(tab))) : undefined
                  }
                  aria-controls={PANEL_ID}
                  tabIndex={tab === current ? 0 : -1}
                  className="control flex flex-none xl:pointer-fine:min-h-7 items-center rounded-lg px-2.5 text-sm text-muted hover:text-ink aria-selected:bg-sunken aria-selected:font-medium aria-selected:text-ink"
                >
                  {adminTexts.tabs[tab]}
                  {countIn(tab) > 0 && <TabCount>{formatInboxCount(countIn(tab))}</TabCount>}
                </SiteLink>
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

/**
 * Shows the number of items waiting in a tab. Hidden from screen readers, which read the number from the
 * tab's description instead.
 */
const TabCount = ({ children }: { children: string }) => (
  <span
    aria-hidden
    className="ml-1.5 min-w-4.5 rounded-full bg-accent-fill px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent tabular-nums"
  >
    {children}
  </span>
)

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
  const step = STEPS[event.key]
  if (!step || isComposing(event)) return
  event.preventDefault()
  const tabElements = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const index = tabElements.indexOf(document.activeElement as HTMLElement)
  const next = tabElements[step(index, tabElements.length - 1)]
  next?.focus()
  next?.click()
}

const panels: Record<AdminTab, (props: { panelState: AdminPanelState }) => ReactNode> = {
  users: UsersTab,
  prompts: PromptsTab,
  reveals: RevealsTab,
  topics: TopicsTab,
  tags: TagsTab,
  applications: ApplicationsTab,
  webhooks: () => <WebhookSettings isForTopics />,
  approvals: ApprovalsTab,
  contact: ContactTab,
  requests: RequestsTab,
  feedback: FeedbackTab,
  ads: AdRequestsTab,
  pages: PagesTab,
  jobs: JobsTab,
  audit: AuditTab,
  activity: ActivityTab,
}

/** The admin panel (docs/spec/pages.md#admin-panel). Its tab, search, sort order, page and density are in the URL. */
export const AdminPanel = ({ search }: { search: Record<string, unknown> }) => {
  const panelState = parsePanelState(search)
  const Panel = panels[panelState.tab]
  return (
    <>
      <AdminTabs current={panelState.tab} density={panelState.density} />
      <div
        role="tabpanel"
        id={PANEL_ID}
        aria-labelledby={tabId(panelState.tab)}
        tabIndex={-1}
        className="outline-none"
      >
        <Panel key={panelState.tab} panelState={panelState} />
      </div>
    </>
  )
}
