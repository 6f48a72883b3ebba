import type { ReactNode } from 'react'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Density } from './panel-state.ts'
import { adminTexts } from './texts.ts'

export type Column<S extends string = string> = {
  label: string
  /** The column's order, and the reverse. */
  sorts?: readonly [S, S]
  /** True if the first order is ascending. */
  isAscending?: true
  /** Numbers are aligned at the right. `sum` names their total. */
  isNumber?: true
  sum?: string
  /** True if the list can be sorted by it, but does not show it. */
  isHidden?: true
}

/** The current order of a column, if any, and the one that a press on it selects. */
const orderOf = <S extends string>({ sorts, isAscending }: Column<S>, sort: S | undefined) => {
  if (!sorts) return null
  const [first, reverse] = sorts
  const next = sort === first ? reverse : first
  if (sort !== first && sort !== reverse) return { next, current: null }
  return { next, current: Boolean(isAscending) === (sort === first) ? 'ascending' : 'descending' } as const
}

type SortProps<S extends string> = { column: Column<S>; sort: S | undefined; hrefOf(sort: S): string }

/** The name of a column, as a link that sorts the list by it, or turns its order around. */
export const SortLink = <S extends string>({
  column,
  sort,
  hrefOf,
  className,
}: SortProps<S> & { className?: string }) => {
  const order = orderOf(column, sort)
  if (!order) return column.label
  return (
    <SiteLink
      href={hrefOf(order.next)}
      aria-current={order.current ? 'true' : undefined}
      className={classNames('inline-flex items-center gap-0.5 hover:text-ink', className)}
    >
      {column.label}
      {order.current && (
        <>
          <Icon name={order.current === 'ascending' ? 'chevron-up' : 'chevron-down'} size={12} />
          <span className="sr-only">{` (${adminTexts.orders[order.current]})`}</span>
        </>
      )}
    </SiteLink>
  )
}

type Props<S extends string> = {
  columns: readonly Column<S>[]
  density?: Density
  busy?: boolean
  sort?: S | undefined
  hrefOf?(sort: S): string
  /** The row of sums. */
  footer?: ReactNode
  children: ReactNode
}

/** A table on wide screens. On others, each row is a block, and `SortLink` outside of the table sorts it. */
export const AdminTable = <S extends string>({
  columns,
  density = 'compact',
  busy = false,
  sort,
  hrefOf,
  footer,
  children,
}: Props<S>) => (
  <div className="relative overflow-x-auto rounded-lg border bg-surface">
    <table
      data-density={density}
      aria-busy={busy}
      className="block w-full text-left text-xs aria-busy:opacity-60 xl:table"
    >
      <thead className="border-b text-[0.6875rem] leading-5 text-muted max-xl:hidden">
        <tr>
          {columns
            .filter(({ isHidden }) => !isHidden)
            .map((column) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={orderOf(column, sort)?.current ?? undefined}
                className={classNames(
                  'px-2 font-semibold whitespace-nowrap first:pl-3',
                  column.isNumber && 'text-right',
                )}
              >
                {hrefOf ? <SortLink column={column} sort={sort} hrefOf={hrefOf} /> : column.label}
              </th>
            ))}
          <th scope="col">
            <span className="sr-only">{adminTexts.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className="block divide-y xl:table-row-group">{children}</tbody>
      {footer && <tfoot className="block border-t font-semibold xl:table-footer-group">{footer}</tfoot>}
    </table>
  </div>
)
