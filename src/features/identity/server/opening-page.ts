import type { FastifyInstance } from 'fastify'
import { paths } from '#core/paths.ts'
import { html } from './provider/html.ts'
import { page, sendPage } from './provider/page.ts'

/**
 * The page that the sign-in popup shows until the provider's page loads. It sends the provider page's opener
 * policy: Safari gives an empty popup the policy of its opener, and a page with a different policy would lose
 * the opener.
 */
export const serveOpeningPage = (app: FastifyInstance, siteName: string): void => {
  const document = page(siteName, 'Sign in', html`<p role="status">One moment…</p>`)
  app.get(paths.signInOpening, { schema: { hide: true } }, async (_request, reply) => {
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    return sendPage(reply, 200, document)
  })
}
