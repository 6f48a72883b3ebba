import type { ReactNode } from 'react'
import type { IconName } from '#core/icon-names.ts'
import { Icon } from './Icon.tsx'

type Props = {
  icon?: IconName
  title: string
  /** A description of the content that will appear here. */
  children?: ReactNode
  /** The next step to suggest to the user. */
  action?: ReactNode
}

export const EmptyState = ({ icon, title, children, action }: Props) => (
  <div className="flex flex-col items-start gap-2 rounded-lg border border-dashed px-6 py-8 cramped:px-3">
    {icon && (
      <span className="mb-1 text-muted">
        <Icon name={icon} size={24} />
      </span>
    )}
    <h2 className="max-w-full text-base font-semibold break-words">{title}</h2>
    {children && <div className="max-w-[56ch] text-sm text-muted">{children}</div>}
    {action && <div className="mt-3 max-w-full">{action}</div>}
  </div>
)
