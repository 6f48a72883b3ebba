export const profileMessages = {
  answerRequired: 'Please answer the question',
  answerLong: 'Your answer must be at most 1,000 characters',
  usernameRequired: 'Username is required',
  usernameLength: 'Username must be between 3 and 20 characters',
  usernameShort: 'Username must be at least 3 characters',
  usernameLong: 'Username must be at most 20 characters',
  usernameLetters: 'Username can only contain letters and numbers',
  usernameTaken: 'Username is already taken',
  usernameReserved: 'This username is reserved',
  avatarInvalid: 'Please upload an image file',
  avatarTooLarge: 'Avatar image must be smaller than 5MB',
  updateFailed: 'Error updating profile',
  completeFailed: 'Failed to complete profile',
} as const

export const accountMessages = {
  confirmationRequired: 'Please type your username to confirm',
} as const
