import type { ActivityDay } from '#features/moderation/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { listActivity } from './statistics-query.ts'

const CACHE_MS = 30_000

/** Caches the daily activity for 30 seconds, however often admins request it. */
export const keepActivity = (sql: Sql) => {
  const cache = new Map<number, { cachedAt: number; days: Promise<ActivityDay[]> }>()
  return (days: number): Promise<ActivityDay[]> => {
    const cached = cache.get(days)
    if (cached && Date.now() - cached.cachedAt < CACHE_MS) return cached.days
    const activity = listActivity(sql, days).then((rows) => [...rows])
    cache.set(days, { cachedAt: Date.now(), days: activity })
    activity.catch(() => cache.delete(days))
    return activity
  }
}
