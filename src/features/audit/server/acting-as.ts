import type { Viewer } from '#core/viewer.ts'
import { memberOf } from '#features/identity/server/guards.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import type { Acting } from './acts-query.ts'

/** Who acts, and why; an admin's stolen session cannot empty the site in a minute. Throws 429. */
export const actingAs =
  ({ sql, config }: { sql: Sql; config: Config }) =>
  async (viewer: Viewer, { reason }: { reason: string }): Promise<Acting> => {
    const by = memberOf(viewer)
    await takeFromLimit(sql, {
      ...{ key: `admin:${by.id}`, most: 1_000, seconds: 3_600, scale: config.rateLimitScale },
    })
    return { ...by, reason }
  }
