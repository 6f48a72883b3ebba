import { execFile } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { errorLogger } from '#server/log.ts'
import { createTestDatabase, provisionTestDatabase } from '#tests/support/database.ts'
import { openDatabase } from './connect.ts'
import { describeDatabaseUrl, parseDatabaseUrl } from './database-url.ts'
import { classifyDatabaseError } from './errors.ts'
import { probeServer } from './server-probe.ts'

const database = await createTestDatabase()

describe('openDatabase', () => {
  it('returns camelCase column names and Dates', async () => {
    const [row] = await database.sql`select now() as created_at, null::timestamptz as ended_at`
    expect(row).toEqual({ createdAt: expect.any(Date), endedAt: null })
  })

  it('sets a statement timeout and a lock timeout', async () => {
    const [row] = await database.sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    expect(row).toEqual({ statement: '15s', lock: '5s' })
  })

  it('classifies a statement timeout as busy', async () => {
    const statement = database.sql.begin(async (tx) => {
      await tx`set local statement_timeout = 20`
      // A statement that takes longer than it may.
      await tx`select pg_sleep(1)`
    })
    expect(classifyDatabaseError(await statement.catch((error: unknown) => error))).toBe('busy')
  })

  it('lets a statement run longer than the time after which the server is probed', async () => {
    // A statement that takes long.
    const [row] = await database.sql`select 'done' as result, pg_sleep(6)`
    expect(row?.result).toBe('done')
  })

  it('does not take the server for unresponsive when this process was busy', async () => {
    const probe = probeServer({ connectionString: await provisionTestDatabase() })
    const startedAt = performance.now()
    while (performance.now() - startedAt < 3_000);
    expect(await probe).toBe('responds')
  })

  it('does not take the server for unresponsive when all threads of this process are busy', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'busy-'))
    const pipe = path.join(folder, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const connectionString = await provisionTestDatabase()
    // Opening a pipe occupies a thread until it is open for writing, too. Hashing the password needs a thread.
    const readers = Array.from({ length: 8 }, () => open(pipe, 'r'))
    const status = await probeServer({ connectionString })
    const writer = openSync(pipe, 'r+')
    for (const reader of await Promise.all(readers)) await reader.close()
    closeSync(writer)
    await rm(folder, { recursive: true })
    expect(status).toBe('responds')
  })

  it('reconnects after the server terminates the connection', async () => {
    const terminated = database.sql`select pg_terminate_backend(pg_backend_pid())`
    expect(classifyDatabaseError(await terminated.catch((error: unknown) => error))).toBe('unavailable')
    expect(await database.ping()).toBe(true)
  })

  it('reads from the replica if one is configured', async () => {
    const url = await provisionTestDatabase()
    const withReplica = openDatabase({ url, readUrls: [`${url}&application_name=replica`] })
    const [row] = await withReplica.readSql`select current_setting('application_name') as name`
    expect(row?.name).toBe('replica')
    expect(database.readSql).toBe(database.sql)
    await withReplica.close()
  })
})

describe('an unavailable database', () => {
  it('fails immediately and is classified as "unavailable"', async () => {
    const unreachable = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/x' })
    expect(await unreachable.ping()).toBe(false)
    expect(classifyDatabaseError(await unreachable.sql`select 1`.catch((error: unknown) => error))).toBe(
      'unavailable',
    )
    await unreachable.close()
  })
})

describe('startup parameters', () => {
  it.each([
    ['unsupported startup parameter: statement_timeout', false],
    ['the database system is starting up', true],
  ])('after the server error "%s" include the time limits: %s', async (error, areIncluded) => {
    const startupMessages: string[] = []
    const pooler = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (startupMessage) => {
        startupMessages.push(startupMessage.toString('latin1'))
        socket.end(errorResponse(error))
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => pooler.once('listening', resolve))
    const address = pooler.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const pooled = openDatabase({ url: `postgres://a:b@127.0.0.1:${port}/x` })
    for (let n = 0; n < 2; n += 1) await pooled.ping()
    expect(startupMessages[0]).toContain('statement_timeout')
    expect(startupMessages.at(-1)?.includes('statement_timeout')).toBe(areIncluded)
    await pooled.close()
    pooler.close()
  })
})

describe('a connection URL', () => {
  it('accepts a Unix socket in libpq syntax', () => {
    expect(
      parseDatabaseUrl('postgres://a:b%2Fc@localhost/x?host=%2Frun%2Fpg%20sql&sslmode=disable'),
    ).toMatchObject({ host: '/run/pg sql', user: 'a', password: 'b/c', database: 'x', ssl: false })
  })

  it('is displayed without its password', () => {
    expect(describeDatabaseUrl('postgres://a:secret@db.example.org/x')).toBe('db.example.org:5432/x')
  })
})

/** Builds an ErrorResponse message as PgBouncer sends it. */
const errorResponse = (text: string): Buffer => {
  const fields = `SFATAL\0C08P01\0M${text}\0\0`
  const message = Buffer.alloc(5 + fields.length)
  message.write('E')
  message.writeInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  return message
}

it('logs a slow statement without its values', async () => {
  const lines: unknown[] = []
  const log = { ...errorLogger, warn: (...line: unknown[]) => lines.push(line) }
  const slow = openDatabase({ url: await provisionTestDatabase(), slowQueryMs: 250, log })
  // This one takes no time,
  await slow.sql`select pg_sleep(${0.001}), ${'quick'}::text`
  // and this one longer than 250 ms.
  await slow.sql`select pg_sleep(${0.3}), ${'secret'}::text`
  // Both have this text.
  const query = 'select pg_sleep($1), $2::text'
  expect(lines).toEqual([[{ name: 'select', query, ms: expect.any(Number) }, 'Slow query']])
  await slow.close()
})
