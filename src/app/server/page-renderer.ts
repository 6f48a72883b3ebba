import type { FastifyInstance } from 'fastify'
import type { LocalCall } from '#server/http/local-calls.ts'

export type RenderedPage = {
  status: number
  /** UTF-8. */
  html: Buffer
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
  /** Renders the page at `url` (path and query); `call` calls the API on behalf of the visitor. */
  render(url: string, call: LocalCall): Promise<RenderedPage>
}
