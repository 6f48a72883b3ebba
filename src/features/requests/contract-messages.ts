import { limits } from '#core/limits.ts'

export const topicRequestMessages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.topicName} characters`,
  descriptionRequired: 'Description is required',
  descriptionLong: `Description must be at most ${limits.topicDescription} characters`,
  topicExists: (name: string) => `The topic ${name} already exists`,
} as const

export const adRequestMessages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.adName} characters`,
  invalidEmail: 'Please enter a valid email address',
} as const

export const feedbackMessages = {
  empty: 'Feedback cannot be empty',
  tooLong: `Feedback must be at most ${limits.feedback} characters`,
} as const
