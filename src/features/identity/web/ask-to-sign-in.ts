import type { PendingAction } from '#features/identity/web/pending-action.ts'
import { createStore } from '#web/store.ts'

/** What the visitor was about to do; `expired` and `confirm` for members whose session has ended, or is too old. */
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
  /** Given while the provider is asked: gives that up. */
  cancel?: AbortController
}

export const signInAsked = createStore<SignInAsked | null>(null)

let waiting: ((isSignedIn: boolean) => void)[] = []

/** Opens the sign-in dialog (section 2). `action` is done after signing in, by the handler that `onSignedIn` was given. */
export const askToSignIn = (reason: SignInReason, action?: PendingAction): void =>
  signInAsked.set({ reason, action })

/** Asks once, however many calls were refused. The answer says whether the person has signed in again. */
export const askToSignInAgain = (reason: 'expired' | 'confirm'): Promise<boolean> => {
  if (!signInAsked.get()) askToSignIn(reason)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Closes the dialog and tells who waited for it. */
export const endSignIn = (isSignedIn: boolean): void => {
  signInAsked.get()?.cancel?.abort('Cancelled')
  signInAsked.set(null)
  const told = waiting
  waiting = []
  for (const tell of told) tell(isSignedIn)
}
