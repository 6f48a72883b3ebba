export const messages = {
  signInRequired: 'Sign In Required',
  loginFailed: 'Login Failed',
  loginFailedDescription: 'There was an error signing you in. Please try again.',
  adminCodeUnavailable: 'This site already has an admin, or the code has expired',
  adminCodeIncorrect: 'Incorrect code. Use the one in the server log from its last start.',
  sessionNotFound: 'This session has already ended',
  passwordIncorrect: 'Your current password is incorrect',
} as const
