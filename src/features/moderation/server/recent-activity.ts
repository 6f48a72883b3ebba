import type { ActivityDay } from '#features/moderation/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { listActivity } from './statistics-query.ts'

const KEPT_MS = 30_000

/** Counts at most once in half a minute, however often admins look. */
export const keepActivity = (sql: Sql) => {
  const kept = new Map<number, { at: number; days: Promise<ActivityDay[]> }>()
  return (days: number): Promise<ActivityDay[]> => {
    const had = kept.get(days)
    if (had && Date.now() - had.at < KEPT_MS) return had.days
    const counted = listActivity(sql, days).then((rows) => [...rows])
    kept.set(days, { at: Date.now(), days: counted })
    counted.catch(() => kept.delete(days))
    return counted
  }
}
