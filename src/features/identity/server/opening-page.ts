import type { FastifyInstance } from 'fastify'
import { paths } from '#core/paths.ts'
import { html } from './provider/html.ts'
import { page, sendPage } from './provider/page.ts'

/**
 * What the sign-in window shows until the provider's page comes. It has that page's opener policy: to Safari an empty
 * window is a page with the policy of the one that opened it, and the next page, with another, would be cut off.
 */
export const serveOpeningPage = (app: FastifyInstance, siteName: string): void => {
  const text = page(siteName, 'Sign in', html`<p role="status">One moment …</p>`)
  app.get(paths.signInOpening, { schema: { hide: true } }, async (_request, reply) => {
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    return sendPage(reply, 200, text)
  })
}
