import type { User } from 'oidc-client-ts'
import * as z from 'zod/mini'
import { paths } from '#core/paths.ts'
import { continuePending, dropPending, pendingPath } from '#features/identity/web/pending-action.ts'
import { keepReturnPath } from '#features/identity/web/return-path.ts'
import { createClient, type SignInSettings } from './client.ts'
import { exchange } from './exchange.ts'
import { isCancelled } from './is-cancelled.ts'
import type { PageParts } from './page-parts.ts'
import { refreshPage, refreshViewer } from './refresh-viewer.ts'
import { tellSignedIn } from './tabs.ts'

/** Back from the provider by redirect: answers where the person was, signed in (section 4). */
export const finishRedirect = async (
  parts: PageParts,
  settings: SignInSettings,
  goTo: (path: string) => Promise<void>,
): Promise<void> => {
  let given: User
  try {
    given = await createClient(settings).signinRedirectCallback()
  } catch (error) {
    if (!isCancelled(error)) throw error
    dropPending()
    return goTo(stateOf(error.state).path ?? paths.home)
  }
  const { path, nonce } = stateOf(given.state)
  await exchange(settings.providerId, given, nonce)
  const user = await refreshViewer(parts)
  tellSignedIn(given)
  await refreshPage(parts)
  if (path) keepReturnPath(path)
  await goTo(path ?? pendingPath() ?? paths.home)
  if (user?.profileCompleted) continuePending()
}

const stateShape = z.object({
  path: z.optional(z.string().check(z.regex(/^\/(?!\/)/))),
  nonce: z.optional(z.string()),
})

/** The state comes through this browser's storage; only a path of this site is followed. */
const stateOf = (state: unknown): z.output<typeof stateShape> => stateShape.safeParse(state).data ?? {}
