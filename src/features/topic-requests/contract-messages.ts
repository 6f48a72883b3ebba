import { limits } from '#core/limits.ts'

export const messages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.topicName} characters`,
  descriptionRequired: 'Description is required',
  descriptionLong: `Description must be at most ${limits.topicDescription} characters`,
  exists: (name: string) => `The topic ${name} already exists`,
  requested: 'You already requested this topic',
} as const
