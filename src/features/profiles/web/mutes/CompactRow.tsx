import type { ReactNode } from 'react'
import type { IconName } from '#core/icon-names.ts'
import { Icon } from '#web/kit/Icon.tsx'

type Props = { icon: IconName; title: string; detail?: string; children: ReactNode }

/** A row of a list of short things: an icon, a name with what it is, and a button or checkbox. */
export const CompactRow = ({ icon, title, detail, children }: Props) => (
  <li className="flex items-center gap-3 px-4 py-2">
    <Icon name={icon} size={18} className="flex-none text-muted" />
    <div className="min-w-0 grow">
      <p className="text-sm font-medium wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
      {detail && <p className="text-xs text-muted">{detail}</p>}
    </div>
    {children}
  </li>
)
