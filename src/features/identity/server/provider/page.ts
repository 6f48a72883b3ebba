import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#server/config.ts'
import { checkPasswordStrength } from '../../contract.ts'
import type { ProviderPage } from '../../contract-values.ts'

export type RenderProviderPage = (page: ProviderPage) => Promise<string>

declare module 'fastify' {
  interface FastifyInstance {
    renderProviderPage: RenderProviderPage
  }
  interface FastifyReply {
    sendProviderPage(status: number, page: ProviderPage): Promise<FastifyReply>
  }
}

/** Built scripts, styles and fonts are in this folder. In development, Vite serves them under other paths. */
const ASSETS = process.env.NODE_ENV === 'development' ? '/' : '/assets/'

/** Where the scripts of pages may send requests. Other pages have no scripts. */
const CONNECTIONS: Readonly<Partial<Record<ProviderPage['page'], string>>> = {
  'sign-up': checkPasswordStrength.path,
  'second-step': '/identity/interaction/',
  passkey: '/identity/interaction/',
}

/**
 * Creates the pages' Content Security Policy. It is stricter than the site's own: it allows no scripts on most pages, no
 * inline styles, and forms that submit only to this origin. `script-src` has to be present because, on pages that submit
 * a form automatically, the provider's library adds the hash of its small script to it.
 */
export const createProviderPolicy = (publicUrl: string, page?: ProviderPage['page']): string => {
  const connection = page && CONNECTIONS[page]
  return [
    "default-src 'none'",
    connection
      ? `script-src ${publicUrl}${ASSETS}; connect-src ${publicUrl}${connection}`
      : "script-src 'none'",
    `style-src ${publicUrl}${ASSETS}`,
    `font-src ${publicUrl}${ASSETS}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Lets the app render the provider's pages, and send them. */
export const registerProviderPages = (
  app: FastifyInstance,
  { publicUrl }: Config,
  render: RenderProviderPage,
): void => {
  app.decorate('renderProviderPage', render)
  app.decorateReply('sendProviderPage', async function (this: FastifyReply, status, page) {
    return this.code(status)
      .header('cache-control', 'no-store')
      .header('content-security-policy', createProviderPolicy(publicUrl, page.page))
      .type('text/html; charset=utf-8')
      .send(await render(page))
  })
}
