import type { KoaContextWithOIDC } from 'oidc-provider'
import { Html, html } from '#server/html.ts'
import { renderProviderPage } from './page.ts'

/**
 * If the request carries the person's own ID token, signs them out without asking. Any other request may come from
 * another site, so a page asks for confirmation first.
 */
export const endProviderSession = async (
  ctx: KoaContextWithOIDC,
  form: string,
  siteName: string,
): Promise<void> => {
  const { session, entities, provider } = ctx.oidc
  const hintedSubject = entities.IdTokenHint?.payload.sub
  if (!session || hintedSubject === undefined || hintedSubject !== session.accountId) {
    ctx.body = renderProviderPage(
      siteName,
      'Sign out?',
      html`<p>Do you want to sign out of your ${siteName} account in this browser?</p>${new Html(form)}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<nav><a href="/">Stay signed in</a></nav>`,
    )
    return
  }
  const redirectUri = session.state?.postLogoutRedirectUri
  const state = session.state?.state
  await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/identity', signed: true })
  const target = new URL(typeof redirectUri === 'string' ? redirectUri : '/', provider.issuer)
  if (typeof state === 'string') target.searchParams.set('state', state)
  ctx.status = 303
  ctx.redirect(target.href)
}
