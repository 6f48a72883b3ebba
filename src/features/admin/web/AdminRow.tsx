import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { panelKey } from './queries.ts'
import { texts } from './texts.ts'

type FromProps = { user: { username: string }; createdAt: Date }

/** An item's sender and time. */
export const Sender = ({ user: { username }, createdAt }: FromProps) => (
  <>
    {texts.by}{' '}
    <SiteLink href={paths.profile(username)} className="hover:underline">
      {username}
    </SiteLink>{' '}
    · <RelativeTime date={createdAt} />
  </>
)

type Props = {
  /** The row's accessible name. */
  label: string
  title: ReactNode
  /** Details in small print below the title. */
  facts?: ReactNode
  actions?: ReactNode
  /** The error message from the last action on this row. */
  error?: string | null
  children?: ReactNode
}

/** A list row; on phones, a card with its buttons at the bottom. */
export const AdminRow = ({ label, title, facts, actions, error, children }: Props) => {
  const client = useQueryClient()
  return (
    <article aria-label={label} tabIndex={-1} className="rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <div className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">{title}</div>
          {facts && <div className="mt-0.5 text-xs text-muted wrap-anywhere">{facts}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 narrow:order-1">{actions}</div>}
        {children && <div className="basis-full text-sm wrap-anywhere">{children}</div>}
      </div>
      {error && (
        <div className="mt-3">
          <Notice
            retryLabel={texts.reload}
            onRetry={() => void client.invalidateQueries({ queryKey: panelKey() })}
          >
            {error}
          </Notice>
        </div>
      )}
    </article>
  )
}

export const Badge = ({ children, isWarning = false }: { children: ReactNode; isWarning?: boolean }) => (
  <span
    className={`rounded-sm border px-1.5 text-xs font-normal ${isWarning ? 'border-danger text-danger' : 'text-muted'}`}
  >
    {children}
  </span>
)
