import { limits } from '#core/limits.ts'

export const messages = {
  reasonRequired: 'A reason is required',
  reasonLong: `The reason must be at most ${limits.reason} characters`,
  actNotFound: "We couldn't find that audit event",
  othersAct: 'Only the admin who took this action can add a reason',
  hasReason: 'This action already has a reason',
} as const
