import type { ReactNode } from 'react'
import { ActivityTab } from './ActivityTab.tsx'
import { AdminTabs, PANEL_ID, tabId } from './AdminTabs.tsx'
import { AdRequestsTab } from './AdRequestsTab.tsx'
import { AuditTab } from './AuditTab.tsx'
import { type Address, readAddress, type Tab } from './address.ts'
import { FeedbackTab } from './FeedbackTab.tsx'
import { PromptsTab } from './PromptsTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { RevealsTab } from './RevealsTab.tsx'
import { TopicsTab } from './TopicsTab.tsx'
import { UsersTab } from './UsersTab.tsx'

const panels: Record<Tab, (props: { address: Address }) => ReactNode> = {
  users: UsersTab,
  prompts: PromptsTab,
  reveals: RevealsTab,
  topics: TopicsTab,
  requests: RequestsTab,
  feedback: FeedbackTab,
  ads: AdRequestsTab,
  audit: AuditTab,
  activity: ActivityTab,
}

/** The admin panel (docs/spec/pages.md#admin-panel). Its tab, search, sort order and page are in the URL. */
export const AdminPanel = ({ search }: { search: Record<string, unknown> }) => {
  const address = readAddress(search)
  const Panel = panels[address.tab]
  return (
    <>
      <AdminTabs current={address.tab} />
      <div
        role="tabpanel"
        id={PANEL_ID}
        aria-labelledby={tabId(address.tab)}
        tabIndex={-1}
        className="outline-none"
      >
        <Panel key={address.tab} address={address} />
      </div>
    </>
  )
}
