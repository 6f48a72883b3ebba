import { paths } from '#core/paths.ts'
import { continuePending, pendingPath } from '#features/identity/web/pending-action.ts'
import { createClient, type SignInSettings } from './client.ts'
import { exchange } from './exchange.ts'
import type { PageParts } from './page-parts.ts'
import { refreshPage, refreshViewer } from './refresh-viewer.ts'
import { tellSignedIn } from './tabs.ts'

/** Back from the provider by redirect: answers where the person was, signed in (section 4). */
export const finishRedirect = async (
  parts: PageParts,
  settings: SignInSettings,
  goTo: (path: string) => Promise<void>,
): Promise<void> => {
  const given = await createClient(settings).signinRedirectCallback()
  await exchange(settings.providerId, given)
  const user = await refreshViewer(parts)
  tellSignedIn(given)
  await refreshPage(parts)
  await goTo(pathOf(given.state) ?? pendingPath() ?? paths.home)
  if (user?.profileCompleted) continuePending()
}

/** The state comes through this browser's storage; only a path of this site is followed. */
const pathOf = (state: unknown): string | null =>
  typeof state === 'object' &&
  state !== null &&
  'path' in state &&
  typeof state.path === 'string' &&
  /^\/(?!\/)/.test(state.path)
    ? state.path
    : null
