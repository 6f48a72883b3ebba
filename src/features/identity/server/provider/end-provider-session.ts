import type { KoaContextWithOIDC } from 'oidc-provider'
import type { RenderProviderPage } from './page.ts'

/**
 * If the request carries the person's own ID token, signs them out without asking. Any other request may come from
 * another site, so a page asks for confirmation first.
 */
export const endProviderSession = async (
  ctx: KoaContextWithOIDC,
  form: string,
  render: RenderProviderPage,
): Promise<void> => {
  const { session, entities, provider } = ctx.oidc
  const hintedSubject = entities.IdTokenHint?.payload.sub
  if (!session || hintedSubject === undefined || hintedSubject !== session.accountId) {
    ctx.body = await render({ page: 'sign-out', form })
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
