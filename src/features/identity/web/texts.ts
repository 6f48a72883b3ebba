export const signInTexts = {
  login: 'Login',
  loginToPost: 'Login to Post',
  loggingIn: 'Logging in...',
  signOutFailed: "Couldn't sign you out. Try again.",
} as const
