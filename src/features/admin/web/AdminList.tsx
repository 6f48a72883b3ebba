import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Fragment, type ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { RowTotals } from '../contract-totals.ts'
import { AdminTable, type Column, SortLink } from './AdminTable.tsx'
import { type AdminListParams, panelListQuery, totalsQuery } from './panel-queries.ts'
import { type AdminPanelState, buildAdminHref, getSelectedSort, PAGE_SIZE } from './panel-state.ts'
import { adminTexts } from './texts.ts'

/** Keeps the search text in the URL, so that it survives a reload and the Back button. */
const SearchBox = ({ panelState }: { panelState: AdminPanelState }) => {
  const navigation = useNavigation()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    void navigation.push(buildAdminHref({ ...panelState, q, page: 1 }))
  }
  return (
    <search className="min-w-0 grow basis-64">
      <form onSubmit={onSubmit} className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <TextField
            key={panelState.q}
            type="search"
            name="q"
            maxLength={300}
            autoComplete="off"
            label={adminTexts.searchIn[panelState.tab]}
            labelHidden
            placeholder={adminTexts.searchIn[panelState.tab]}
            defaultValue={panelState.q}
          />
        </div>
        <Button type="submit">{adminTexts.search}</Button>
      </form>
    </search>
  )
}

type Props<T, S extends string> = {
  panelState: AdminPanelState
  /** Fetches a page. The API determines the limits. */
  load(page: AdminListParams<S>): Promise<readonly T[]>
  /** Returns a row's key. */
  idOf(row: T): number | string
  columns: readonly [Column<S>, ...Column<S>[]]
  /** The order without a parameter in the URL. */
  defaultSort: S
  failed?: string
  /** An action shown next to the search box, such as a button. */
  action?: ReactNode
  children(row: T): ReactNode
}

/**
 * A table in the admin panel, with totals. Its search, sort order, page and density are in the URL. It has loading, empty
 * and error states.
 */
export const AdminList = <T, S extends string>({
  panelState,
  load,
  idOf,
  columns,
  defaultSort,
  failed = adminTexts.loadFailed,
  action,
  children,
}: Props<T, S>) => {
  const sort = getSelectedSort([defaultSort, ...columns.flatMap(({ sorts }) => sorts ?? [])], panelState)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    panelListQuery(panelState, sort, load),
  )
  const { data: totals } = useQuery(totalsQuery(panelState))
  const hrefOf = (order: S) =>
    buildAdminHref({ ...panelState, sort: order === defaultSort ? '' : order, page: 1 })
  const sortable = columns.filter(({ sorts }) => sorts)
  const hasRows = data !== undefined && (data.length > 0 || isError)
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchBox panelState={panelState} />
        {action}
        <div className="flex flex-wrap items-center gap-x-3 text-sm narrow:basis-full">
          {totals && (
            <span className="text-muted tabular-nums">{adminTexts.rows(panelState.tab, totals)}</span>
          )}
          <nav aria-label={adminTexts.sort} className="flex flex-wrap gap-1">
            {sortable.map((column) => (
              <SortLink
                key={column.label}
                column={column}
                sort={sort}
                hrefOf={hrefOf}
                className={classNames(
                  getSortLinkClasses(column.sorts?.includes(sort) ?? false),
                  'narrow:px-1.5',
                  !column.isHidden && 'xl:hidden',
                )}
              />
            ))}
          </nav>
          {hasRows && <DensityLink panelState={panelState} />}
        </div>
      </div>
      {isError && (
        <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
          {failed}
        </ErrorNotice>
      )}
      {!data && !isError && <Loading />}
      {hasRows && (
        <AdminTable
          columns={columns}
          density={panelState.density}
          busy={isPlaceholderData}
          sort={sort}
          hrefOf={hrefOf}
          footer={totals && <SumRow columns={columns} sums={totals.sums} />}
        >
          {data.map((row) => (
            <Fragment key={idOf(row)}>{children(row)}</Fragment>
          ))}
        </AdminTable>
      )}
      {data?.length === 0 && !isError && <EmptyList panelState={panelState} />}
      {data && <Pages panelState={panelState} hasNext={data.length >= PAGE_SIZE} totals={totals} />}
    </>
  )
}

/** Classes for a link that selects a sort order or a period. */
export const getSortLinkClasses = (isChosen: boolean): string =>
  classNames(
    'control flex items-center rounded-lg px-2.5 hover:text-ink',
    isChosen ? 'bg-sunken font-medium text-ink' : 'text-muted',
  )

/** Only on screens that are wide enough for rows of one line. */
const DensityLink = ({ panelState }: { panelState: AdminPanelState }) => {
  const density = panelState.density === 'compact' ? 'comfortable' : 'compact'
  return (
    <SiteLink
      href={buildAdminHref({ ...panelState, density })}
      className="control flex items-center rounded-lg px-2.5 text-muted hover:text-ink narrow:hidden"
    >
      {adminTexts.densities[density]}
    </SiteLink>
  )
}

type SumRowProps = { columns: readonly Column[]; sums: Record<string, number> }

/** The sums of the columns of numbers. A list without any, or with too many rows to add up, has none. */
const SumRow = ({ columns: [, ...columns], sums }: SumRowProps) => {
  const sumOf = ({ sum }: Column) => (sum === undefined ? undefined : sums[sum])
  if (!columns.some((column) => sumOf(column) !== undefined)) return null
  return (
    <tr className="flex flex-wrap gap-x-3 px-3 py-1 xl:table-row">
      <th scope="row" className="xl:py-1 xl:pl-3">
        {adminTexts.total}
      </th>
      {columns
        .filter(({ isHidden }) => !isHidden)
        .map((column) => {
          const sum = sumOf(column)
          return (
            <td
              key={column.label}
              className={classNames(
                'tabular-nums xl:px-2 xl:text-right',
                sum === undefined && 'max-xl:hidden',
              )}
            >
              {sum !== undefined && (
                <>
                  <span className="font-normal text-muted xl:hidden">{column.label} </span>
                  {sum.toLocaleString('en')}
                </>
              )}
            </td>
          )
        })}
      <td className="max-xl:hidden" />
    </tr>
  )
}

const Loading = () => (
  <div role="status" aria-label={adminTexts.loading} className="flex flex-col gap-1">
    {Array.from({ length: 12 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: The rows are all alike.
      <Skeleton key={index} className="h-6 w-full narrow:h-20" />
    ))}
  </div>
)

const EmptyList = ({ panelState }: { panelState: AdminPanelState }) => {
  const { tab, q, page } = panelState
  const backLink = (label: string) => (
    <SiteLink
      href={buildAdminHref({ ...panelState, q: page > 1 ? q : '', page: 1 })}
      className={buttonClasses('plain')}
    >
      {label}
    </SiteLink>
  )
  if (page > 1) return <EmptyState title={adminTexts.noMore} action={backLink(adminTexts.firstPage)} />
  if (!q) {
    const toActivity = (
      <SiteLink
        href={buildAdminHref({ ...panelState, tab: 'activity', sort: '' })}
        className={buttonClasses('plain')}
      >
        {adminTexts.showActivity}
      </SiteLink>
    )
    return <EmptyState title={adminTexts.empty[tab]} action={toActivity} />
  }
  return (
    <EmptyState title={adminTexts.noMatches} action={backLink(adminTexts.showAll)}>
      {adminTexts.noMatchesHint}
    </EmptyState>
  )
}

type PagesProps = { panelState: AdminPanelState; hasNext: boolean; totals: RowTotals | undefined }

const Pages = ({ panelState, hasNext, totals }: PagesProps) => {
  const { page } = panelState
  if (page === 1 && !hasNext) return null
  const pages = totals && !totals.isMore ? Math.ceil(totals.count / PAGE_SIZE) : undefined
  return (
    <nav aria-label={adminTexts.pages} className="mt-4 flex items-center gap-3 text-sm text-muted">
      {page > 1 && (
        <SiteLink href={buildAdminHref({ ...panelState, page: page - 1 })} className={buttonClasses('plain')}>
          {adminTexts.previous}
        </SiteLink>
      )}
      <span>{adminTexts.page(page, pages)}</span>
      {hasNext && page !== pages && (
        <SiteLink href={buildAdminHref({ ...panelState, page: page + 1 })} className={buttonClasses('plain')}>
          {adminTexts.next}
        </SiteLink>
      )}
    </nav>
  )
}
