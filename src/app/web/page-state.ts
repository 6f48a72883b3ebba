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
  const json = JSON.stringify({ ...state, queries: dehydrate(queryClient) } satisfies PageState)
  return `<script type="application/json" id="${ID}">${json.replaceAll('<', '\\u003c')}</script>`
}

/** Reads it and takes it away. */
export const takePageState = (): PageState => {
  const element = document.getElementById(ID)
  element?.remove()
  return JSON.parse(element?.textContent ?? '') as PageState
}
