import type { QueryClient } from '@tanstack/react-query'
import type { FunctionComponent, JSX, ReactNode } from 'react'
import { parse, type RouteParams } from 'regexparam'
import type { PageLocation, Search } from './page-location.ts'

/** What the site is called and where it stands, for titles and absolute links. */
export type Site = { name: string; url: string }

export type PageContext = { queryClient: QueryClient; site: Site }

/** What a page is asked for. `isPreload`: perhaps somebody comes. */
export type Visit<P = object> = PageContext & { location: PageLocation; params: P; isPreload: boolean }

export type Head = {
  /** The path's own where absent. */
  title?: string
  meta?: JSX.IntrinsicElements['meta'][]
  links?: JSX.IntrinsicElements['link'][]
  /** JSON-LD that is safe inside a script element. */
  structuredData?: string
}

/** `load` brings into the query cache what `head` and `Component` read from it; it may throw `Redirect` and `NotFound`. */
export type Page<P = object> = {
  load?(visit: Visit<P>): Promise<unknown>
  head?(visit: Visit<P>): Head
  Component: FunctionComponent<{ params: P; search: Search }>
}

/** What stands around pages. `gate` comes before everything else, `load` beside the page's own. */
export type Frame = {
  gate(visit: Visit): Promise<unknown>
  load?(visit: Visit): Promise<unknown>
  Component: FunctionComponent<{ children: ReactNode }>
}

/**
 * `name` is the file's in `pages/`, by which the server finds its built code. `parameters` are the query parameters that
 * the page reads; all others are ignored.
 */
export type Route = {
  name: string
  parameters: readonly string[]
  frame: Frame
  keys: string[]
  pattern: RegExp
  load(): Promise<{ page: Page }>
}

/** A page of the site; `path` as in `/t/:topic`. */
export const route = <const T extends string>(
  frame: Frame,
  path: T,
  name: string,
  load: () => Promise<{ page: Page<RouteParams<T>> }>,
  parameters: readonly string[] = [],
): Route => ({ name, frame, parameters, ...parse(path), load: load as unknown as Route['load'] })
