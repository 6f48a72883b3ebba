import type { FastifyInstance } from 'fastify'
import type { RenderProviderPage } from '#features/identity/server/provider/page.ts'
import type { LocalCall } from '#server/http/local-calls.ts'

export type RenderedPage = {
  status: number
  /** The UTF-8 encoded document. */
  html: Buffer
  /** The code of the inline scripts, which the Content Security Policy must allow. It is the same for every page. */
  inlineScripts: readonly string[]
  location?: string
  /** The error that kept the page from loading its data. It is logged but never shown. */
  error?: unknown
}

export type PageRenderer = {
  /** Development only: serves the source files. */
  mount?(app: FastifyInstance): void
  /**
   * Returns the cache key of a URL. URLs that differ only in parameters that the page does not read have the same key.
   */
  cacheUrl(url: string): string
  /**
   * Renders the page at `url` (a path with its query string). `call` calls the API on behalf of the reader. `isMember` is
   * whether they are signed in; for visitors, the API is not asked who they are.
   */
  render(url: string, call: LocalCall, isMember: boolean): Promise<RenderedPage>
  /** Renders a page of the embedded identity provider. */
  renderProviderPage?: RenderProviderPage
}
