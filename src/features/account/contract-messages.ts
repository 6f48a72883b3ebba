export const messages = {
  confirmationRequired: 'Please type your username to confirm',
} as const
