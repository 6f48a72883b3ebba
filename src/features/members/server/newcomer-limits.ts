import { HttpError } from '#core/http-error.ts'
import { type NewcomerLimit, newcomerLimits } from '#core/trust.ts'

const nouns: Record<NewcomerLimit, string> = {
  posts: 'posts',
  comments: 'comments',
  links: 'posts or comments with links',
  mentions: 'mentions of members',
  files: 'files',
  votes: 'votes',
  reports: 'reports',
}

export type NewcomerUse = Partial<Record<NewcomerLimit, number>>

/** Throws a 429 if a newcomer would exceed what they may do within a day. `used` is what they have done in the last day. */
export const requireNewcomerLimits = (used: NewcomerUse, added: NewcomerUse): void => {
  for (const [name, amount] of Object.entries(added) as [NewcomerLimit, number][])
    if (amount > 0 && (used[name] ?? 0) + amount > newcomerLimits[name])
      throw new HttpError('newcomer-limit', {
        message: `As a newcomer, you can add ${newcomerLimits[name]} ${nouns[name]} a day. Try again tomorrow.`,
        retryAfter: 3_600,
      })
}
