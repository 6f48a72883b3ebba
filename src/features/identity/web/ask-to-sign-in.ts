import type { PendingAction } from '#features/identity/web/pending-action.ts'
import { createStore } from '#web/store.ts'

/**
 * What the visitor was about to do. `expired` and `confirm` are for members whose session has ended, or whose
 * last sign-in was too long ago.
 */
export type SignInReason =
  | 'login'
  | 'post'
  | 'reveal'
  | 'vote'
  | 'bookmark'
  | 'comment'
  | 'follow'
  | 'optimize'
  | 'advertise'
  | 'page'
  | 'expired'
  | 'confirm'

export type SignInAsked = {
  reason: SignInReason
  action?: PendingAction | undefined
  /** Set while the sign-in at the provider is in progress; aborting it cancels the sign-in. */
  cancel?: AbortController
}

export const signInAsked = createStore<SignInAsked | null>(null)

let waiting: ((isSignedIn: boolean) => void)[] = []

/**
 * Opens the sign-in dialog (docs/spec/pages.md#dialogs). After the sign-in, `action` is performed by the
 * handler registered for its kind with `registerPendingActionHandler`.
 */
export const askToSignIn = (reason: SignInReason, action?: PendingAction): void =>
  signInAsked.set({ reason, action })

/** Opens the dialog once, however many requests failed. Resolves to whether the person signed in again. */
export const askToSignInAgain = (reason: 'expired' | 'confirm'): Promise<boolean> => {
  if (!signInAsked.get()) askToSignIn(reason)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Closes the dialog and resolves the promises that wait for it. */
export const endSignIn = (isSignedIn: boolean): void => {
  signInAsked.get()?.cancel?.abort('Cancelled')
  signInAsked.set(null)
  const resolvers = waiting
  waiting = []
  for (const resolve of resolvers) resolve(isSignedIn)
}
