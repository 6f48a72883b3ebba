import type { QueryClient } from '@tanstack/react-query'

/** What the site is called and where it stands, for titles and absolute links. */
export type Site = { name: string; url: string }

/** The built files that a page loads. */
export type Assets = {
  scripts: string[]
  styles: string[]
  preloads: string[]
  /** The files of a route's own code; on the server alone. */
  filesOf?: (routeId: string) => string[]
}

export type RouterContext = { queryClient: QueryClient; site: Site; assets: Assets }
