import type { SignInReason } from './ask-to-sign-in.ts'

export const texts = {
  login: 'Login',
  loginToPost: 'Login to Post',
  loggingIn: 'Logging in...',
  signIn: 'Sign in',
  expired: 'You were signed out',
  confirm: 'Sign in again to continue',
  continueWith: (provider: string) => `Continue with ${provider}`,
  anAccount: 'an account',
  inWindow: 'Go on in the window that has opened. If you cannot find it, cancel and try again.',
  cancel: 'Cancel',
  finishing: 'Signing you in …',
  closeWindow: 'You can close this window now.',
  signedOut: 'You are signed out',
  providerNotReached: (provider: string) =>
    `${provider} could not be reached, so you may still be signed in there. To be sure, sign out there as well.`,
  signOutFailed: 'Signing out failed. Please try again.',
  goHome: 'Go to the home page',
} as const

/** What signing in would allow. */
export const reasons: Record<SignInReason, string> = {
  login: 'Sign in to publish prompts, vote, comment and keep bookmarks.',
  post: 'Sign in to publish a prompt.',
  reveal: 'Sign in to read the whole prompt.',
  vote: 'Sign in to vote.',
  bookmark: 'Sign in to keep this prompt among your bookmarks.',
  comment: 'Sign in to join the conversation.',
  follow: 'Sign in to follow topics.',
  optimize: 'Sign in to have your prompt optimized.',
  advertise: 'Sign in to ask for an advertisement.',
  page: 'Sign in to see this page.',
  confirm: 'Your last sign-in was more than 10 minutes ago. Sign in again, and your request continues.',
  expired: 'Your session has ended. Sign in again to go on; nothing that you typed is lost.',
}
