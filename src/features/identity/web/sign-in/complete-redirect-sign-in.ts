import type { User } from 'oidc-client-ts'
import * as z from 'zod/mini'
import { paths } from '#core/paths.ts'
import { clearPendingAction, getPendingPath, runPendingAction } from '#web/pending-action.ts'
import { saveReturnPath } from '../return-path.ts'
import type { PageContext } from '../use-page-context.ts'
import { createOidcClient, type SignInSettings } from './oidc-client.ts'
import { refetchCurrentUser, refetchPage } from './refetch-current-user.ts'
import { sendTokenExchange } from './send-token-exchange.ts'
import { isCancelledByUser } from './sign-in-errors.ts'
import { broadcastSignedIn } from './tab-channel.ts'

/** Completes a redirect sign-in and returns to the page it started from (docs/spec/flows.md#sign-in). */
export const completeRedirectSignIn = async (
  context: PageContext,
  settings: SignInSettings,
  goTo: (path: string) => Promise<void>,
): Promise<void> => {
  let oidcUser: User
  try {
    oidcUser = await createOidcClient(settings).signinRedirectCallback()
  } catch (error) {
    if (!isCancelledByUser(error)) throw error
    clearPendingAction()
    return goTo(stateOf(error.state).path ?? paths.home)
  }
  const { path, nonce } = stateOf(oidcUser.state)
  await sendTokenExchange(settings.providerId, oidcUser, nonce)
  const user = await refetchCurrentUser(context)
  broadcastSignedIn(oidcUser)
  await refetchPage(context)
  if (path) saveReturnPath(path)
  await goTo(path ?? getPendingPath() ?? paths.home)
  if (user?.profileCompleted) runPendingAction()
}

const stateSchema = z.object({
  path: z.optional(z.string().check(z.regex(/^\/(?!\/)/))),
  nonce: z.optional(z.string()),
})

/**
 * Parses the state of a redirect sign-in. The state comes from browser storage, so only a path on this site is
 * accepted.
 */
const stateOf = (state: unknown): z.output<typeof stateSchema> => stateSchema.safeParse(state).data ?? {}
