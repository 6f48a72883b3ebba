import type { FastifyInstance } from 'fastify'

/** Calls the API within this process while a page is being rendered. */
export type ApiFetch = (
  url: string,
  init: { method: string; body?: string },
) => Promise<{ status: number; body: string }>

/** `error` is the error that prevented a page from loading its data; it is logged and never shown. */
export type RenderedPage = { status: number; html: string; location?: string; error?: unknown }

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
