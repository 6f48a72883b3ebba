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
 * Signs out of the site and clears the member's data (docs/spec/flows.md#sign-out). The server ends the
 * embedded provider's session as well. An external provider's session ends on its own sign-out page, if it
 * has one, which redirects back. `onSignedOut` runs once the site's session has ended.
 */
export const signOutHere = async (
  context: PageParts,
  onSignedOut: () => Promise<void> = async () => {},
): Promise<void> => {
  let settings: SignInSettings
  try {
    settings = await context.queryClient.fetchQuery(signInSettingsQuery)
    await call(signOut, {})
  } catch {
    toast({ title: texts.signOutFailed, tone: 'danger' })
    return
  }
  await onSignedOut().catch(() => {})
  dropPending()
  tellSignedOut()
  // Some providers have no sign-out page; their session stays open.
  const isProviderReached = settings.isEmbedded || (await signOutOfProvider(settings))
  forgetTokens()
  await forgetViewer(context)
  toast(
    isProviderReached
      ? { title: texts.signedOut }
      : {
          title: texts.signedOut,
          description: texts.providerNotReached(settings.providerName),
          tone: 'danger',
        },
  )
}

/** Returns false if the provider cannot be reached. */
const signOutOfProvider = async (settings: SignInSettings): Promise<boolean> => {
  const client = createClient(settings)
  try {
    if (await client.metadataService.getEndSessionEndpoint())
      await client.signoutRedirect({ post_logout_redirect_uri: location.origin + paths.signedOut })
    return true
  } catch {
    return false
  }
}
