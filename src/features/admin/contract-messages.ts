import { limits } from '#core/limits.ts'

export const auditMessages = {
  reasonRequired: 'A reason is required',
  reasonLong: `The reason must be at most ${limits.reason} characters`,
  eventNotFound: "We couldn't find that audit event",
  notYourAction: 'Only the admin who took this action can add a reason',
  hasReason: 'This action already has a reason',
} as const

export const messages = {
  notFound: 'User not found',
  adminProtected: 'Admins cannot be muted or deleted',
  topicNotFound: 'Topic not found',
  requestNotFound: 'This request no longer exists',
  feedbackNotFound: 'This feedback no longer exists',
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.topicName} characters`,
  nameUnusable: 'Name must contain a letter or a digit',
  descriptionLong: `Description must be at most ${limits.topicDescription} characters`,
  topicExists: (name: string) => `The topic ${name} already exists`,
} as const
