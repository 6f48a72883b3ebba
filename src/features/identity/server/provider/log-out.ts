import type { KoaContextWithOIDC } from 'oidc-provider'
import { Html, html } from './html.ts'
import { page } from './page.ts'

/**
 * The site signs out whom its ID token names, with no further question. A request without the right token may be
 * another site's doing, and the person is asked.
 */
export const endAtOnce = async (ctx: KoaContextWithOIDC, form: string, siteName: string): Promise<void> => {
  const { session, entities, provider } = ctx.oidc
  const hinted = entities.IdTokenHint?.payload.sub
  if (!session || hinted === undefined || hinted !== session.accountId) {
    ctx.body = page(
      siteName,
      'Sign out?',
      html`<p>Do you want to sign out of your ${siteName} account in this browser?</p>${new Html(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<nav><a href="/">Stay signed in</a></nav>`,
    )
    return
  }
  const back = session.state?.postLogoutRedirectUri
  const state = session.state?.state
  await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/identity', signed: true })
  const target = new URL(typeof back === 'string' ? back : '/', provider.issuer)
  if (typeof state === 'string') target.searchParams.set('state', state)
  ctx.status = 303
  ctx.redirect(target.href)
}
