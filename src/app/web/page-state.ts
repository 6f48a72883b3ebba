import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import type { Outcome } from '#web/navigation/outcome.ts'
import type { Site } from '#web/navigation/page.ts'

/** The built files that a page loads. */
export type Assets = { scripts: string[]; styles: string[]; preloads: string[] }

/** What the server knows of a page and the browser goes on with. */
export type PageState = { site: Site; assets: Assets; outcome: Outcome; queries: DehydratedState }

const ID = 'page-state'

/** As an element of the page; data, which no policy keeps from anyone, and which cannot end its element. */
export const writePageState = (state: Omit<PageState, 'queries'>, queryClient: QueryClient): string => {
  const queries = asOf(0, dehydrate(queryClient))
  const json = JSON.stringify({ ...state, queries } satisfies PageState)
  return `<script type="application/json" id="${ID}">${json.replaceAll('<', '\\u003c')}</script>`
}

/** Reads it and takes it away. */
export const takePageState = (): PageState => {
  const element = document.getElementById(ID)
  element?.remove()
  const state = JSON.parse(element?.textContent ?? '') as PageState
  return { ...state, queries: asOf(Date.now(), state.queries) }
}

/** A page says no moment, so that what says the same is the same bytes (and ETag); what it brings is as of its arrival. */
const asOf = (time: number, { queries, mutations }: DehydratedState): DehydratedState => ({
  mutations,
  queries: queries.map((query) => ({
    ...query,
    dehydratedAt: time,
    state: { ...query.state, dataUpdatedAt: time },
  })),
})
