import { limits } from '#core/limits.ts'

export const messages = {
  reasonRequired: 'A reason is required',
  reasonLong: `The reason must be at most ${limits.reason} characters`,
  actNotFound: 'There is no such act',
  othersAct: 'Only who acted can say why',
  hasReason: 'The reason of this act is given already',
} as const
