import { limits } from '#core/limits.ts'

export const messages = {
  notFound: 'User not found',
  adminStays: 'Admins cannot be muted or deleted',
  topicNotFound: 'Topic not found',
  requestNotFound: 'This request no longer exists',
  feedbackNotFound: 'This feedback no longer exists',
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.topicName} characters`,
  nameUnusable: 'Name must contain a letter or a digit',
  descriptionLong: `Description must be at most ${limits.topicDescription} characters`,
  topicExists: (name: string) => `The topic ${name} already exists`,
} as const
