export const signInMessages = {
  signInRequired: 'Sign In Required',
  loginFailed: 'Login Failed',
  loginFailedDescription: 'There was an error signing you in. Please try again.',
  adminCodeIncorrect: 'Incorrect code. Use the one in the server log from its last start.',
  passwordIncorrect: 'Your current password is incorrect',
} as const

export const secondFactorMessages = {
  wrongAppCode: 'This code is wrong. Enter the one that your app shows now.',
} as const

export const apiTokenMessages = {
  nameRequired: 'Name is required',
  nameTooLong: 'Name must be at most 60 characters',
  scopeRequired: 'Choose what the token may do',
} as const

export const MAX_PASSKEY_NAME_LENGTH = 60
