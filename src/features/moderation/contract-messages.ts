import { limits } from '#core/limits.ts'

export const messages = {
  notFound: 'User not found',
  adminStays: 'Admins cannot be muted or deleted',
  topicNotFound: 'Topic not found',
  requestNotFound: 'The request is not there any more',
  feedbackNotFound: 'The feedback is not there any more',
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.topicName} characters`,
  nameUnusable: 'The name needs a letter or a digit',
  descriptionLong: `Description must be at most ${limits.topicDescription} characters`,
  topicExists: (name: string) => `There is already a topic ${name}`,
} as const
