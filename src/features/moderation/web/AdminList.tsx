import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { type Address, adminHref, PAGE } from './address.ts'
import { SearchBox } from './SearchBox.tsx'
import { texts } from './texts.ts'

type Page = { limit: number; offset: number; q: string }

type Props<T, S extends keyof typeof texts.sorts> = {
  address: Address
  /** Fetches a page; the API's own order and bounds. */
  load(page: Page): Promise<readonly T[]>
  /** What the page depends on beyond the address. */
  idOf(row: T): number
  sorts?: readonly S[]
  sort?: S
  failed?: string
  /** Beside the search. */
  action?: ReactNode
  children(row: T): ReactNode
}

/** One list of the panel: search, order, rows and pages, all from the address; loading, empty and failing said in place. */
export const AdminList = <T, S extends keyof typeof texts.sorts = never>({
  address,
  load,
  idOf,
  sorts = [],
  sort,
  failed = texts.loadFailed,
  action,
  children,
}: Props<T, S>) => {
  const { tab, q, page } = address
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['admin', tab, sort, q, page],
    queryFn: () => load({ limit: PAGE, offset: (page - 1) * PAGE, q }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <SearchBox address={address} />
        {action}
      </div>
      {sorts.length > 0 && (
        <nav aria-label={texts.sort} className="mb-3 flex flex-wrap gap-1 text-sm">
          {sorts.map((one) => (
            <SiteLink
              key={one}
              href={adminHref({ tab, q, sort: one === sorts[0] ? '' : one })}
              aria-current={one === sort ? 'true' : undefined}
              className={choiceClasses(one === sort)}
            >
              {texts.sorts[one]}
            </SiteLink>
          ))}
        </nav>
      )}
      {isError && (
        <Notice onRetry={() => void refetch()} busy={isFetching}>
          {failed}
        </Notice>
      )}
      {!data && !isError && <Loading />}
      {data && (data.length > 0 || isError) && (
        <ul aria-busy={isPlaceholderData} className="flex flex-col gap-2 aria-busy:opacity-60">
          {data.map((row) => (
            <li key={idOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
      {data?.length === 0 && !isError && <Nothing address={address} />}
      {data && <Pages address={address} hasNext={data.length >= PAGE} />}
    </>
  )
}

/** One of a few orders or periods. */
export const choiceClasses = (isChosen: boolean): string =>
  classes(
    'control flex items-center rounded-lg px-2.5 hover:text-ink',
    isChosen ? 'bg-sunken font-medium text-ink' : 'text-muted',
  )

const Loading = () => (
  <div role="status" aria-label={texts.loading} className="flex flex-col gap-2">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-20 w-full" />
    ))}
  </div>
)

const Nothing = ({ address: { tab, q, page } }: { address: Address }) => {
  const back = (label: string) => (
    <SiteLink href={adminHref({ tab, q: page > 1 ? q : '' })} className={buttonClasses('plain')}>
      {label}
    </SiteLink>
  )
  if (page > 1) return <EmptyState title={texts.noMore} action={back(texts.firstPage)} />
  if (!q) return <EmptyState title={texts.empty[tab]} />
  return (
    <EmptyState title={texts.nothingFound} action={back(texts.showAll)}>
      {texts.nothingFoundText}
    </EmptyState>
  )
}

const Pages = ({ address, hasNext }: { address: Address; hasNext: boolean }) => {
  const { page } = address
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label={texts.pages} className="mt-4 flex items-center gap-3 text-sm text-muted">
      {page > 1 && (
        <SiteLink href={adminHref({ ...address, page: page - 1 })} className={buttonClasses('plain')}>
          {texts.previous}
        </SiteLink>
      )}
      <span>{texts.page(page)}</span>
      {hasNext && (
        <SiteLink href={adminHref({ ...address, page: page + 1 })} className={buttonClasses('plain')}>
          {texts.next}
        </SiteLink>
      )}
    </nav>
  )
}
