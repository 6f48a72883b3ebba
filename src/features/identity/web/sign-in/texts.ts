import type { SignInReason } from '#web/sign-in-request.ts'

/** UI strings for signing in and out, which are loaded when somebody does. */
export const signInDialogTexts = {
  signIn: 'Sign in',
  expired: "You've been signed out",
  confirm: 'Sign in again to continue',
  continueWith: (provider: string) => `Continue with ${provider}`,
  anAccount: 'an account',
  benefitsLabel: 'With an account you can',
  benefits: ['Read whole prompts', 'Vote, comment and bookmark', 'Publish prompts and keep private ones'],
  inWindow: "Finish signing in in the window we opened. Can't see it? Cancel and try again.",
  cancel: 'Cancel',
  finishing: 'Signing you in…',
  otherAddress: (origin: string) => `You can sign in only at ${origin}. Open the site there.`,
  closeWindow: 'You can close this window now.',
  signedOut: "You've been signed out",
  providerNotReached: (provider: string) =>
    `We couldn't reach ${provider}, so you may still be signed in there. To be safe, sign out there too.`,
  goHome: 'Go to the home page',
} as const

/** The sign-in dialog's text for each reason. */
export const signInReasonTexts: Record<SignInReason, string> = {
  login: 'Sign in to publish prompts, vote, comment and save bookmarks.',
  post: 'Sign in to publish a prompt.',
  reveal: 'Sign in to read the whole prompt.',
  vote: 'Sign in to vote.',
  bookmark: 'Sign in to bookmark this prompt.',
  comment: 'Sign in to join the conversation.',
  follow: 'Sign in to follow topics.',
  optimize: 'Sign in to optimize your prompt.',
  advertise: 'Sign in to advertise.',
  page: 'Sign in to see this page.',
  confirm: 'You signed in more than 10 minutes ago. Sign in again to continue your request.',
  expired: 'Your session has ended. Sign in again to continue. Your text is saved.',
}
