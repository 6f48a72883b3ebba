import { type KeyboardEvent, useEffect } from 'react'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { adminHref, type Tab, tabs } from './address.ts'
import { texts } from './texts.ts'

export const PANEL_ID = 'admin-panel'
export const tabId = (tab: Tab): string => `admin-tab-${tab}`

/** Tabs that are links, so that each has an address; the arrow keys move between them (WAI-ARIA's pattern). */
export const AdminTabs = ({ current }: { current: Tab }) => {
  // On a phone the row is wider than the screen.
  useEffect(() => {
    document.getElementById(tabId(current))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <div
      role="tablist"
      aria-label={texts.sections}
      onKeyDown={moveFocus}
      className="-mx-1 mb-5 flex gap-1 overflow-x-auto border-b px-1"
    >
      {tabs.map((tab) => (
        <SiteLink
          key={tab}
          href={adminHref({ tab })}
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === current}
          aria-controls={PANEL_ID}
          tabIndex={tab === current ? 0 : -1}
          className="control -mb-px flex flex-none items-center border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
        >
          {texts.tabs[tab]}
        </SiteLink>
      ))}
    </div>
  )
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = all[step(at, all.length - 1)]
  next?.focus()
  next?.click()
}
