import type { QueryClient } from '@tanstack/react-query'
import { decodeDates } from '#core/parse-json.ts'
import type { PageOutcome, SiteInfo } from '#web/navigation/page.ts'
import type { DefinedQueryKey } from '#web/query-key.ts'

/** The built files that a document loads. */
export type PageAssets = { scripts: string[]; styles: string[]; preloads: string[] }

/**
 * The state that the server passes to the browser for hydration. For each query, it contains only the key and the data.
 */
type PageState = {
  site: SiteInfo
  assets: PageAssets
  outcome: PageOutcome
  queries: [key: DefinedQueryKey, data: unknown][]
}

const ID = 'page-state'

/**
 * Serializes the state as an element of the page. The element contains JSON data, so no script policy applies
 * to it, and it is escaped so that the data cannot close the element. The state contains no timestamps, so
 * equal pages have identical bytes (and ETags).
 */
export const renderPageState = (state: Omit<PageState, 'queries'>, queryClient: QueryClient): string => {
  const loaded = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state: { status } }) => status === 'success' })
  const queries = loaded.map(({ queryKey, state: { data } }): PageState['queries'][number] => [
    queryKey,
    data,
  ])
  const json = JSON.stringify({ ...state, queries } satisfies PageState)
  return `<script type="application/json" id="${ID}">${json.replaceAll('<', '\\u003c')}</script>`
}

/** Reads the state, removes its element, and puts the queries' data into the cache as if it had just been fetched. */
export const consumePageState = (queryClient: QueryClient): Omit<PageState, 'queries'> => {
  const element = document.getElementById(ID)
  element?.remove()
  const { queries, ...state } = JSON.parse(element?.textContent ?? '') as PageState
  for (const [key, data] of queries) {
    decodeDates(data)
    queryClient.setQueryData(key, data)
  }
  return state
}
