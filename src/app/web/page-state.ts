import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import { parseJson } from '#core/parse-json.ts'
import type { Outcome, Site } from '#web/navigation/page.ts'

/** The built files that a document loads. */
export type Assets = { scripts: string[]; styles: string[]; preloads: string[] }

/** What the server hands over to the browser for hydration. */
export type PageState = { site: Site; assets: Assets; outcome: Outcome; queries: DehydratedState }

const ID = 'page-state'

/**
 * Serializes the state as an element of the page. The element contains JSON data, so no script policy applies
 * to it, and the data cannot close the element.
 */
export const writePageState = (state: Omit<PageState, 'queries'>, queryClient: QueryClient): string => {
  const queries = asOf(0, dehydrate(queryClient))
  const json = JSON.stringify({ ...state, queries } satisfies PageState)
  return `<script type="application/json" id="${ID}">${json.replaceAll('<', '\\u003c')}</script>`
}

/** Reads the state and removes its element. */
export const takePageState = (): PageState => {
  const element = document.getElementById(ID)
  element?.remove()
  const state = parseJson(element?.textContent ?? '') as PageState
  return { ...state, queries: asOf(Date.now(), state.queries) }
}

/**
 * Timestamps are removed on the server, so that equal pages have identical bytes (and ETags), and are set to
 * the time of arrival in the browser.
 */
const asOf = (time: number, { queries, mutations }: DehydratedState): DehydratedState => ({
  mutations,
  queries: queries.map((query) => ({
    ...query,
    dehydratedAt: time,
    state: { ...query.state, dataUpdatedAt: time },
  })),
})
