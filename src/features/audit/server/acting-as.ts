import type { Viewer } from '#core/viewer.ts'
import { memberOf } from '#features/identity/server/guards.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import type { Acting } from './acts-query.ts'

/**
 * Returns the acting admin with their reason. Throws 429 above 1,000 actions per hour, so that a stolen admin
 * session cannot empty the site within minutes.
 */
export const actingAs =
  ({ sql, config }: { sql: Sql; config: Config }) =>
  async (viewer: Viewer, { reason }: { reason: string }): Promise<Acting> => {
    const actor = memberOf(viewer)
    await takeFromLimit(sql, {
      key: `admin:${actor.id}`,
      most: 1_000,
      seconds: 3_600,
      scale: config.rateLimitScale,
    })
    return { ...actor, reason }
  }
