import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'

/** Fills an empty site with example content; does nothing to any other. */
export const seedDemo = async (_parts: { database: Database; config: Config; log: Log }): Promise<void> => {}
