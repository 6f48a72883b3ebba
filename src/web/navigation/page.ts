import type { QueryClient } from '@tanstack/react-query'
import type { FunctionComponent, JSX, ReactNode } from 'react'
import { parse, type RouteParams } from 'regexparam'
import type { SiteLicense } from '#core/licenses.ts'
import type { PageName, Pages } from '#core/pages.ts'
import type { PageLocation, QueryParameters } from './page-location.ts'

/** Thrown by a page's `load` or a layout's `gate` to redirect to another path on the site. */
export class Redirect {
  readonly href: string
  readonly status: 301 | 302

  constructor(href: string, status: 301 | 302 = 302) {
    this.href = href
    this.status = status
  }
}

/** Returns the permanent redirect from a page to its canonical path, keeping the query. */
export const createCanonicalRedirect = (path: string, { href, pathname }: PageLocation): Redirect =>
  new Redirect(path + href.slice(pathname.length), 301)

/** Thrown by a page's `load` if the page does not exist. `title` names the missing item, if known. */
export class NotFound {
  readonly title: string | undefined

  constructor(title?: string) {
    this.title = title
  }
}

/**
 * The result of loading a page. `bare` means that the frame failed and the page is rendered without it. Error
 * details are not shown.
 */
export type PageOutcome =
  | { kind: 'loaded' }
  | { kind: 'notFound'; title?: string | undefined }
  | { kind: 'failed'; bare: boolean }

/**
 * The site's name and origin, for titles and absolute links, and the version of its software. `license` is omitted if
 * members choose the licenses of their posts and none is preset.
 */
export type SiteInfo = {
  name: string
  url: string
  version: string
  license?: SiteLicense
  sendsMail?: boolean
}

export type PageContext = { queryClient: QueryClient; site: SiteInfo }

/** One request for a page. `isPreload` means that the page is loaded in advance and may never be opened. */
export type PageVisit<P = object> = PageContext & { location: PageLocation; params: P; isPreload: boolean }

export type PageHead = {
  /** The page's title; defaults to the one in the table of pages. */
  title?: string
  meta?: JSX.IntrinsicElements['meta'][]
  links?: JSX.IntrinsicElements['link'][]
  /** JSON-LD that is safe inside a script element. */
  structuredData?: string
}

/** The parameters in a page's path. */
export type PageParams<N extends PageName> = RouteParams<Pages[N]['path']>

/**
 * `loadCode` loads code that only some visits of the page need, before anything is rendered. `load` fills the query cache
 * for `head` and `Component`; it may throw `Redirect` and `NotFound`.
 */
export type Page<P = object> = {
  loadCode?(visit: PageVisit<P>): Promise<unknown> | undefined
  load?(visit: PageVisit<P>): Promise<unknown>
  head?(visit: PageVisit<P>): PageHead
  Component: FunctionComponent<{ params: P; search: QueryParameters }>
}

/** The layout around pages. `gate` runs first; `load` runs in parallel with the page's `load`. */
export type RouteLayout = {
  gate(visit: PageVisit): Promise<unknown>
  load?(visit: PageVisit): Promise<unknown>
  Component: FunctionComponent<{ children: ReactNode }>
}

/**
 * A page's route. `name` is the name of its file in `pages/`, by which the server finds the page's built code.
 * `parameters` are the query parameters that the page reads; all others are ignored.
 */
export type Route = {
  name: string
  parameters: readonly string[]
  layout: RouteLayout
  keys: string[]
  pattern: RegExp
  load(): Promise<{ page: Page }>
}

/** Declares a page of the site; `path` is a pattern such as `/t/:topic`. */
export const defineRoute = <const T extends string>(
  layout: RouteLayout,
  path: T,
  name: string,
  load: () => Promise<{ page: Page<RouteParams<T>> }>,
  parameters: readonly string[] = [],
): Route => ({ name, layout, parameters, ...parse(path), load: load as unknown as Route['load'] })

/** Returns the decoded parameters of a path, or null if the pattern does not match it. */
export const matchPath = (
  { pattern, keys }: Pick<Route, 'pattern' | 'keys'>,
  pathname: string,
): Record<string, string> | null => {
  const match = pattern.exec(pathname)
  return match && Object.fromEntries(keys.map((key, index) => [key, decoded(match[index + 1])]))
}

const decoded = (segment = ''): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
