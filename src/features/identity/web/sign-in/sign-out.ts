import { signOut } from '#features/identity/contract.ts'
import { dropPending } from '#features/identity/web/pending-action.ts'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { texts } from '#features/identity/web/texts.ts'
import { call } from '#web/call.ts'
import { toast } from '#web/kit/toast.ts'
import type { SignInSettings } from './client.ts'
import { forgetTokens } from './forget-tokens.ts'
import type { PageParts } from './page-parts.ts'
import { forgetViewer } from './refresh-viewer.ts'
import { tellTabs } from './tabs.ts'

const PATIENCE_MS = 5_000

/** Signs out of the identity provider where it is this site's own, tells the backend, forgets the member (section 4). */
export const signOutHere = async (parts: PageParts): Promise<void> => {
  try {
    const settings = await parts.queryClient.fetchQuery(signInSettingsQuery)
    // An outside provider's session is not ours to end: other sites live by it.
    if (settings.isEmbedded) await endProviderSession(settings).catch(() => {})
    await call(signOut, {})
  } catch {
    toast({ title: texts.signOutFailed, tone: 'danger' })
    return
  }
  forgetTokens()
  dropPending()
  tellTabs('signed-out')
  await forgetViewer(parts)
  toast({ title: texts.signedOut })
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
