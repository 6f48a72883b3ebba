import type { SignInReason } from './ask-to-sign-in.ts'

export const texts = {
  login: 'Login',
  required: 'Sign In Required',
  signIn: 'Sign in',
  notSetUp: 'Signing in is not set up on this site yet.',
  keepBrowsing: 'Keep browsing',
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
}
