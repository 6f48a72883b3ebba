import type { PendingAction } from './pending-action.ts'
import { createStore } from './store.ts'

/**
 * What the visitor was about to do. `expired` is for members whose session has ended, and `confirm` for those
 * whose last sign-in was too long ago.
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
  /** Set while the sign-in at the provider is in progress; aborting it cancels the sign-in. */
  cancel?: AbortController
}

let preload = () => {}

/** Registers how to load the code that signing in needs. */
export const onPreloadSignIn = (load: () => void): void => {
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

/** Opens the dialog once, however many requests failed. Resolves to whether the person signed in again. */
export const requestReauthentication = (reason: 'expired' | 'confirm'): Promise<boolean> => {
  if (!signInRequestStore.get()) requestSignIn(reason)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Closes the dialog and resolves the promises that wait for it. */
export const closeSignIn = (isSignedIn: boolean): void => {
  signInRequestStore.get()?.cancel?.abort('Cancelled')
  signInRequestStore.set(null)
  const resolvers = waiting
  waiting = []
  for (const resolve of resolvers) resolve(isSignedIn)
}
