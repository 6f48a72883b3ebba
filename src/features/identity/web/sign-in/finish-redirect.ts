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

/** Completes a redirect sign-in and returns to the page it started from (docs/spec/flows.md#sign-in). */
export const finishRedirect = async (
  context: PageParts,
  settings: SignInSettings,
  goTo: (path: string) => Promise<void>,
): Promise<void> => {
  let oidcUser: User
  try {
    oidcUser = await createClient(settings).signinRedirectCallback()
  } catch (error) {
    if (!isCancelled(error)) throw error
    dropPending()
    return goTo(stateOf(error.state).path ?? paths.home)
  }
  const { path, nonce } = stateOf(oidcUser.state)
  await exchange(settings.providerId, oidcUser, nonce)
  const user = await refreshViewer(context)
  tellSignedIn(oidcUser)
  await refreshPage(context)
  if (path) keepReturnPath(path)
  await goTo(path ?? pendingPath() ?? paths.home)
  if (user?.profileCompleted) continuePending()
}

const stateShape = z.object({
  path: z.optional(z.string().check(z.regex(/^\/(?!\/)/))),
  nonce: z.optional(z.string()),
})

/** The state comes from browser storage, so only a path of this site is accepted. */
const stateOf = (state: unknown): z.output<typeof stateShape> => stateShape.safeParse(state).data ?? {}
