import type { FastifyInstance } from 'fastify'

/** Calls the API within this process while a page is being rendered. */
export type ApiFetch = (
  url: string,
  init: { method: string; body?: string },
) => Promise<{ status: number; body: string }>

export type RenderedPage = {
  status: number
  html: string
  /** The code of the scripts in the HTML, which the Content Security Policy must allow; the same for every page. */
  inlineScripts: readonly string[]
  location?: string
  /** The error that prevented the page from loading its data; it is logged and never shown. */
  error?: unknown
}

export type PageRenderer = {
  /** Development only: serves the sources. */
  mount?(app: FastifyInstance): void
  /**
   * Returns the cache key for a URL. It is the same for URLs that differ only in parameters that the page
   * does not read.
   */
  cacheUrl(url: string): string
  /** Renders the page at `url` (path and query); `fetchApi` passes the visitor's cookie to the API. */
  render(url: string, fetchApi: ApiFetch): Promise<RenderedPage>
}
