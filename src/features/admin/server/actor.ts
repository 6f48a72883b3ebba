import type { Viewer } from '#core/viewer.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireMember } from '#server/session/guards.ts'
import type { Actor } from './audit-query.ts'

/**
 * Returns the acting admin with their reason. Throws 429 after 1,000 actions in an hour, so that a stolen
 * admin session can't wipe the site within minutes.
 */
export const actorResolver =
  ({ sql, config }: { sql: Sql; config: Config }) =>
  async (viewer: Viewer, { reason }: { reason: string }): Promise<Actor> => {
    const actor = requireMember(viewer)
    await consumeRateLimit(sql, {
      key: `admin:${actor.id}`,
      max: 1_000,
      windowSeconds: 3_600,
      scale: config.rateLimitScale,
    })
    return { ...actor, reason }
  }
