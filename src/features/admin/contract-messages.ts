import { limits } from '#core/limits.ts'

export const auditMessages = {
  reasonRequired: 'A reason is required',
  ruleRequired: 'Choose a rule',
  ruleUnknown: 'Choose one of the reasons in the list',
  reasonLong: `The reason must be at most ${limits.reason} characters`,
} as const

export const adminMessages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.topicName} characters`,
  nameUnusable: 'Name must contain a letter or a digit',
  descriptionLong: `Description must be at most ${limits.topicDescription} characters`,
  topicExists: (name: string) => `The topic ${name} already exists`,
} as const
