import type { PendingAction } from './pending-action.ts'
import { createStore } from './store.ts'

/**
 * The reason for asking the visitor to sign in: the action that they were about to take, `expired` if their
 * session has expired, or `confirm` if they signed in too long ago.
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

export type SignInRequest = {
  reason: SignInReason
  action?: PendingAction | undefined
  /** Cancels the sign-in when aborted; set while the sign-in at the provider is in progress. */
  cancel?: AbortController
}

let preload = () => {}

/** Registers a function that loads the code needed for signing in. */
export const setSignInPreloader = (load: () => void): void => {
  preload = load
}

/** Preloads the sign-in code when the pointer enters a control that leads to it. */
export const preloadSignIn = (): void => preload()

export const signInRequestStore = createStore<SignInRequest | null>(null)

let waiting: ((isSignedIn: boolean) => void)[] = []

/**
 * Opens the sign-in dialog (docs/spec/pages.md#dialogs). After the sign-in, `action` is performed by the
 * handler registered for its kind with `registerPendingActionHandler`.
 */
export const requestSignIn = (reason: SignInReason, action?: PendingAction): void =>
  signInRequestStore.set({ reason, action })

/**
 * Opens the dialog once, no matter how many requests failed. Resolves to true if the person signed in again.
 */
export const requestReauthentication = (reason: 'expired' | 'confirm'): Promise<boolean> => {
  if (!signInRequestStore.get()) requestSignIn(reason)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Closes the dialog and resolves the promises waiting for it. */
export const closeSignInDialog = (isSignedIn: boolean): void => {
  signInRequestStore.get()?.cancel?.abort('Cancelled')
  signInRequestStore.set(null)
  const resolvers = waiting
  waiting = []
  for (const resolve of resolvers) resolve(isSignedIn)
}
