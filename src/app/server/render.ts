import type { FastifyInstance } from 'fastify'

/** One of our own pages asks the API, inside the process. */
export type Ask = (
  url: string,
  init: { method: string; body?: string },
) => Promise<{ status: number; body: string }>

/** `failure` is what kept a route from its data: for the log, it is nowhere in the page. */
export type RenderedPage = { status: number; html: string; location?: string; failure?: unknown }

export type PageRenderer = {
  /** Development only: puts the sources beside the pages. */
  mount?(app: FastifyInstance): void
  /** Names what `render` would answer: the same for all URLs that differ only in what no page reads. */
  cacheUrl(url: string): string
  /** Renders the page at `url` (path and query); `ask` carries the visitor's cookie to the API. */
  render(url: string, ask: Ask): Promise<RenderedPage>
}
