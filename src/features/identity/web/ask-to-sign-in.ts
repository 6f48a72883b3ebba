import { createStore } from '#web/store.ts'

/** What the visitor was about to do. */
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

export const signInAsked = createStore<SignInReason | null>(null)

/** Opens the sign-in dialog; `login` when it was asked for by name, anything else when a deed needs it (section 2). */
export const askToSignIn = (reason: SignInReason): void => signInAsked.set(reason)
