import { HttpError } from '#core/http-error.ts'
import { type NewcomerLimit, newcomerLimitNames, newcomerLimitNouns, newcomerLimits } from '#core/trust.ts'

export type NewcomerUse = Partial<Record<NewcomerLimit, number>>

/** Returns which limit a newcomer would exceed, or null. `used` is what they have done in the last day. */
export const findExceededLimit = (used: NewcomerUse, added: NewcomerUse): NewcomerLimit | null =>
  newcomerLimitNames.find((name) => {
    const amount = added[name] ?? 0
    return amount > 0 && (used[name] ?? 0) + amount > newcomerLimits[name]
  }) ?? null

/** Throws a 429 if a newcomer would exceed what they may do within a day. */
export const requireNewcomerLimits = (used: NewcomerUse, added: NewcomerUse): void => {
  const name = findExceededLimit(used, added)
  if (name !== null)
    throw new HttpError('newcomer-limit', {
      message: `As a newcomer, you can add ${newcomerLimits[name]} ${newcomerLimitNouns[name]} within 24 hours. Try again later.`,
      retryAfter: 3_600,
    })
}
