import type { ReactNode } from 'react'
import type { IconName } from '#core/icon-names.ts'
import { Icon } from './Icon.tsx'

type ListProps<T> = {
  /** Undefined while they are being loaded. */
  items: readonly T[] | undefined
  /** What is said if there are none. */
  empty: string
  children(item: T): ReactNode
}

/** A framed list of things that belong to a member, such as tokens, of which each is a `ListRow`. */
export const RowList = <T extends { id: number }>({ items, empty, children }: ListProps<T>) => {
  if (!items) return null
  if (items.length === 0) return <p className="mb-4 text-sm">{empty}</p>
  return <ul className="mb-4 divide-y rounded-lg border">{items.map(children)}</ul>
}

type RowProps = {
  icon: IconName
  title: ReactNode
  /** The two lines below the title. */
  detail: ReactNode
  footnote: ReactNode
  actions: ReactNode
  /** What is shown below the row, such as a list that has been opened, and dialogs. */
  children?: ReactNode
}

export const ListRow = ({ icon, title, detail, footnote, actions, children }: RowProps) => (
  <li className="px-4 py-3">
    <div className="flex flex-wrap items-center gap-3">
      <Icon name={icon} size={20} className="flex-none text-muted" />
      <div className="min-w-0 grow basis-40">
        <p className="text-sm font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="text-xs text-muted wrap-anywhere">{detail}</p>
        <p className="text-xs text-muted">{footnote}</p>
      </div>
      {actions}
    </div>
    {children}
  </li>
)
