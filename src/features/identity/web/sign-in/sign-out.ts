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

/**
 * Signs out of the site, which ends the embedded provider's session on the server, and forgets the member (section 4).
 * `onSignedOut` runs once the site's session has ended. An outside provider is asked by its own page, if it has one; that page leads back.
 */
export const signOutHere = async (
  parts: PageParts,
  onSignedOut: () => Promise<void> = async () => {},
): Promise<void> => {
  let settings: SignInSettings
  try {
    settings = await parts.queryClient.fetchQuery(signInSettingsQuery)
    await call(signOut, {})
  } catch {
    toast({ title: texts.signOutFailed, tone: 'danger' })
    return
  }
  await onSignedOut().catch(() => {})
  dropPending()
  tellSignedOut()
  // Some providers have no such page, and then the session there stays.
  const isReached = settings.isEmbedded || (await leaveByProvider(settings))
  forgetTokens()
  await forgetViewer(parts)
  toast(
    isReached
      ? { title: texts.signedOut }
      : {
          title: texts.signedOut,
          description: texts.providerNotReached(settings.providerName),
          tone: 'danger',
        },
  )
}

/** False where the provider cannot be reached. */
const leaveByProvider = async (settings: SignInSettings): Promise<boolean> => {
  const client = createClient(settings)
  try {
    if (await client.metadataService.getEndSessionEndpoint())
      await client.signoutRedirect({ post_logout_redirect_uri: location.origin + paths.signedOut })
    return true
  } catch {
    return false
  }
}
