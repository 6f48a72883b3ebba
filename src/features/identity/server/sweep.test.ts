import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import type { Logger } from '#server/log.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { sweepExpiredRows } from './sweep.ts'

const url = await provisionTestDatabase()
const abort = new AbortController()
const { sql, close } = openDatabase({ url, max: 2 })
afterAll(close)

const ROWS = 12_000

it('deletes many expired rows in batches, of which an abort leaves the rest', async () => {
  await sql`
    insert into rate_limits (key, taken, ends_at)
    select decode(md5(n::text), 'hex'), 1, now() + case when n > ${ROWS} then 1 else -1 end * interval '1 hour'
    from generate_series(1, ${ROWS + 10}::integer) n`
  const count = async () =>
    (await sql<{ count: number }[]>`select count(*)::integer as count from rate_limits`)[0]?.count
  // Aborts as soon as the first statement that deletes rate limits has ended.
  const log = {
    warn: ({ query }: { query: string }) => {
      if (query.includes('delete from rate_limits')) abort.abort()
    },
  } as unknown as Logger
  const aborting = openDatabase({ url, max: 1, slowQueryMs: 0, log })
  await expect(sweepExpiredRows(aborting.sql, abort.signal)).rejects.toThrow('aborted')
  await aborting.close()
  const left = (await count()) ?? 0
  expect(left).toBeGreaterThan(10)
  expect(left).toBeLessThan(ROWS + 10)
  // The retry of the job, in two processes at once.
  const again = openDatabase({ url, max: 1 })
  await Promise.all([sweepExpiredRows(sql), sweepExpiredRows(again.sql)])
  await again.close()
  await sweepExpiredRows(sql)
  expect(await count()).toBe(10)
})
