import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { openDatabase } from './connect.ts'
import { databaseMeaning } from './errors.ts'
import { connectionConfig } from './pool.ts'
import { describeTarget } from './target.ts'

const database = await testDatabase()

describe('a connection', () => {
  it('gives camelCase names and Dates', async () => {
    const [row] = await database.sql`select now() as created_at, null::timestamptz as ended_at`
    expect(row).toEqual({ createdAt: expect.any(Date), endedAt: null })
  })

  it('has time limits', async () => {
    const [row] = await database.sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    expect(row).toEqual({ statement: '15s', lock: '5s' })
  })

  it('means busy when a statement takes too long', async () => {
    const late = database.sql.begin(async (tx) => {
      await tx`set local statement_timeout = 20`
      await tx`select pg_sleep(1)`
    })
    expect(databaseMeaning(await late.catch((error: unknown) => error))).toBe('busy')
  })

  it('lets a statement run for longer than it takes to suspect that the server is silent', async () => {
    const [row] = await database.sql`select 'done' as result, pg_sleep(6)`
    expect(row?.result).toBe('done')
  }, 15_000)

  it('comes back after the server has cut it', async () => {
    const cut = database.sql`select pg_terminate_backend(pg_backend_pid())`
    expect(databaseMeaning(await cut.catch((error: unknown) => error))).toBe('away')
    expect(await database.ping()).toBe(true)
  })

  it('reads from the replica where there is one', async () => {
    const url = await testDatabaseUrl()
    const withReplica = openDatabase({ url, readUrl: `${url}&application_name=replica` })
    const [row] = await withReplica.readSql`select current_setting('application_name') as name`
    expect(row?.name).toBe('replica')
    expect(database.readSql).toBe(database.sql)
    await withReplica.close()
  })
})

describe('a database that is away', () => {
  it('is told at once, and in those words', async () => {
    const nobody = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/x' })
    expect(await nobody.ping()).toBe(false)
    expect(databaseMeaning(await nobody.sql`select 1`.catch((error: unknown) => error))).toBe('away')
    await nobody.close()
  })
})

describe('time limits', () => {
  it.each([
    ['unsupported startup parameter: statement_timeout', false],
    ['the database system is starting up', true],
  ])('towards one that answers "%s" are kept: %s', async (answer, areKept) => {
    const greetings: string[] = []
    const pooler = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (greeting) => {
        greetings.push(greeting.toString('latin1'))
        socket.end(refusal(answer))
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => pooler.once('listening', resolve))
    const address = pooler.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const pooled = openDatabase({ url: `postgres://a:b@127.0.0.1:${port}/x` })
    for (let n = 0; n < 2; n += 1) await pooled.ping()
    expect(greetings[0]).toContain('statement_timeout')
    expect(greetings.at(-1)?.includes('statement_timeout')).toBe(areKept)
    await pooled.close()
    pooler.close()
  })
})

describe('an address', () => {
  it('may name a socket, as libpq writes it', () => {
    expect(
      connectionConfig('postgres://a:b%2Fc@localhost/x?host=%2Frun%2Fpg%20sql&sslmode=disable'),
    ).toMatchObject({ host: '/run/pg sql', user: 'a', password: 'b/c', database: 'x', ssl: false })
  })

  it('is shown without its password', () => {
    expect(describeTarget('postgres://a:secret@db.example.org/x')).toBe('db.example.org:5432/x')
  })
})

/** An ErrorResponse as PgBouncer sends it. */
const refusal = (why: string): Buffer => {
  const fields = `SFATAL\0C08P01\0M${why}\0\0`
  const message = Buffer.alloc(5 + fields.length)
  message.write('E')
  message.writeInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  return message
}
