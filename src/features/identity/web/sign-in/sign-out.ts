import { paths } from '#core/paths.ts'
import { signOut } from '#features/identity/contract.ts'
import { dropPending } from '#features/identity/web/pending-action.ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { texts } from '#features/identity/web/texts.ts'
import { call } from '#web/call.ts'
import { toast } from '#web/kit/toast.ts'
import { createClient, type SignInSettings } from './client.ts'
import { forgetTokens } from './forget-tokens.ts'
import type { PageParts } from './page-parts.ts'
import { forgetViewer } from './refresh-viewer.ts'
import { tellSignedOut } from './tabs.ts'

const PATIENCE_MS = 5_000

/**
 * Signs out of the identity provider, tells the backend, forgets the member (section 4). Where an outside provider has
 * a page to sign out, this one is left for it, and it leads back.
 */
export const signOutHere = async (parts: PageParts): Promise<void> => {
  let settings: SignInSettings
  try {
    settings = await parts.queryClient.fetchQuery(signInSettingsQuery)
    if (settings.isEmbedded) await endProviderSession(settings).catch(() => {})
    await call(signOut, {})
  } catch {
    toast({ title: texts.signOutFailed, tone: 'danger' })
    return
  }
  dropPending()
  tellSignedOut()
  // Some providers have no such page, and then the session there stays.
  if (!settings.isEmbedded) await leaveByProvider(settings).catch(() => {})
  forgetTokens()
  await forgetViewer(parts)
  toast({ title: texts.signedOut })
}

const leaveByProvider = async (settings: SignInSettings): Promise<void> => {
  const client = createClient(settings)
  if (await client.metadataService.getEndSessionEndpoint())
    await client.signoutRedirect({ post_logout_redirect_uri: location.origin + paths.signedOut })
}

/** The embedded provider asks whether one wants to sign out; whoever pressed Sign Out has said so. */
const endProviderSession = async ({ authority, clientId }: SignInSettings): Promise<void> => {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(`${authority}/session/end?${new URLSearchParams({ client_id: clientId })}`, {
    signal,
  })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const form = page.querySelector('form[method=post]')
  if (!(form instanceof HTMLFormElement)) return
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  await fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    body: new URLSearchParams([...fields, ['logout', 'yes']]),
    signal,
  })
}
