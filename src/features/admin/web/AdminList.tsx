import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { TABLE_ROW } from './AdminRow.tsx'
import { type AdminListParams, panelListQuery } from './panel-queries.ts'
import { type AdminPanelState, buildAdminHref, PAGE_SIZE } from './panel-state.ts'
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

type Props<T, S extends keyof typeof adminTexts.sorts> = {
  panelState: AdminPanelState
  /** Fetches a page. The API determines the order and the limits. */
  load(page: AdminListParams): Promise<readonly T[]>
  /** Returns a row's key. */
  idOf(row: T): number | string
  sorts?: readonly S[]
  sort?: S
  failed?: string
  /** The headings of the columns that the cells of the rows fill, on screens that are wide enough. */
  columns?: readonly { label: string; sort?: S; isText?: boolean }[]
  /** An action shown next to the search box, such as a button. */
  action?: ReactNode
  children(row: T): ReactNode
}

/**
 * A list in the admin panel, with search, sort order and paging kept in the URL, and with loading, empty and
 * error states.
 */
export const AdminList = <T, S extends keyof typeof adminTexts.sorts = never>({
  panelState,
  load,
  idOf,
  sorts = [],
  sort,
  failed = adminTexts.loadFailed,
  columns,
  action,
  children,
}: Props<T, S>) => {
  const { tab, q } = panelState
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    panelListQuery(panelState, sort, load),
  )
  return (
    <>
      <div className="mb-2 flex flex-wrap items-end gap-2">
        <SearchBox panelState={panelState} />
        {sorts.length > 0 && (
          <nav aria-label={adminTexts.sort} className="flex flex-wrap gap-1 text-sm narrow:order-1">
            {sorts.map((option) => (
              <SiteLink
                key={option}
                href={buildAdminHref({ tab, q, sort: option === sorts[0] ? '' : option })}
                aria-current={option === sort ? 'true' : undefined}
                className={getSortLinkClasses(option === sort)}
              >
                {adminTexts.sorts[option]}
              </SiteLink>
            ))}
          </nav>
        )}
        {action}
      </div>
      {isError && (
        <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
          {failed}
        </ErrorNotice>
      )}
      {!data && !isError && <Loading />}
      {data && (data.length > 0 || isError) && (
        <ul
          aria-busy={isPlaceholderData}
          className={classNames(
            'divide-y rounded-lg border bg-surface aria-busy:opacity-60',
            columns && 'xl:grid xl:gap-x-4 xl:overflow-x-auto',
          )}
          style={
            columns && {
              gridTemplateColumns: `minmax(max-content, 1fr) minmax(0, auto) repeat(${columns.length - 1}, auto)`,
            }
          }
        >
          {columns && (
            // The cells name their column themselves, and the links above the list sort it.
            <li
              aria-hidden
              className={classNames(
                TABLE_ROW,
                'px-3 text-[11px] leading-5 font-semibold text-muted max-xl:hidden',
              )}
            >
              {columns.map(({ label, sort: order, isText }) => (
                <span
                  key={label}
                  className={classNames('inline-flex items-center', !isText && 'justify-end')}
                >
                  {label}
                  {order !== undefined && order === sort && (
                    <Icon name="chevron-down" size={12} className="ml-0.5" />
                  )}
                </span>
              ))}
            </li>
          )}
          {data.map((row) => (
            <li key={idOf(row)} className={columns && TABLE_ROW}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {data?.length === 0 && !isError && <EmptyList panelState={panelState} />}
      {data && <Pages panelState={panelState} hasNext={data.length >= PAGE_SIZE} />}
    </>
  )
}

/** Classes for a link that selects a sort order or a period. */
export const getSortLinkClasses = (isChosen: boolean): string =>
  classNames(
    'control flex items-center rounded-lg px-2.5 hover:text-ink',
    isChosen ? 'bg-sunken font-medium text-ink' : 'text-muted',
  )

const Loading = () => (
  <div role="status" aria-label={adminTexts.loading} className="flex flex-col gap-1">
    {Array.from({ length: 12 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: The rows are all alike.
      <Skeleton key={index} className="h-6 w-full narrow:h-20" />
    ))}
  </div>
)

const EmptyList = ({ panelState: { tab, q, page } }: { panelState: AdminPanelState }) => {
  const backLink = (label: string) => (
    <SiteLink href={buildAdminHref({ tab, q: page > 1 ? q : '' })} className={buttonClasses('plain')}>
      {label}
    </SiteLink>
  )
  if (page > 1) return <EmptyState title={adminTexts.noMore} action={backLink(adminTexts.firstPage)} />
  if (!q) {
    const toActivity = (
      <SiteLink href={buildAdminHref({ tab: 'activity' })} className={buttonClasses('plain')}>
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

const Pages = ({ panelState, hasNext }: { panelState: AdminPanelState; hasNext: boolean }) => {
  const { page } = panelState
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label={adminTexts.pages} className="mt-4 flex items-center gap-3 text-sm text-muted">
      {page > 1 && (
        <SiteLink href={buildAdminHref({ ...panelState, page: page - 1 })} className={buttonClasses('plain')}>
          {adminTexts.previous}
        </SiteLink>
      )}
      <span>{adminTexts.page(page)}</span>
      {hasNext && (
        <SiteLink href={buildAdminHref({ ...panelState, page: page + 1 })} className={buttonClasses('plain')}>
          {adminTexts.next}
        </SiteLink>
      )}
    </nav>
  )
}
