import type { FastifyInstance } from 'fastify'
import type { RenderProviderPage } from '#features/identity/server/provider/page.ts'
import type { LocalCall } from '#server/http/local-calls.ts'

export type RenderedPage = {
  status: number
  /** The UTF-8 encoded document. If it was found among the stored pages, it is compressed with brotli. */
  html: Buffer
  /** The digest under which the page was found or is to be stored. Omitted for pages that are not stored. */
  stored?: { digest: string; isFound: boolean }
  /** The code of the inline scripts, which the Content Security Policy must allow. It is the same for every page. */
  inlineScripts: readonly string[]
  location?: string
  /** The error that kept the page from loading its data. It is logged but never shown. */
  error?: unknown
}

/** Returns the stored page with this digest, compressed with brotli, or null if there is none. */
export type FindStored = (digest: string) => Promise<Buffer | null>

export type PageRenderer = {
  /** Development only: serves the source files. */
  mount?(app: FastifyInstance): void
  /**
   * Returns the cache key of a URL. URLs that differ only in parameters that the page does not read have the same key.
   */
  cacheUrl(url: string): string
  /**
   * Renders the page at `url` (a path with its query string). `call` calls the API on behalf of the reader. `isMember` is
   * whether they are signed in; for visitors, the API is not asked who they are. Without
   * `findStored`, the page is always rendered.
   */
  render(url: string, call: LocalCall, isMember: boolean, findStored?: FindStored): Promise<RenderedPage>
  /** Renders a page of the embedded identity provider. */
  renderProviderPage?: RenderProviderPage
}
