import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { passwordCost, RECOMMENDED_COST } from './password-cost.ts'
import { hashPassword } from './password-hash.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' })

const PASSWORD = 'plums in the icebox'
const OWNER = 'owner@example.org'

const browserAt = (address: string) => new TestClient(app, undefined, { 'x-forwarded-for': address })
const home = browserAt('198.51.100.1')

/** Makes one attempt and returns its status; 303 means signed in. */
const attempt = async (browser: TestClient, password: string, email = OWNER): Promise<number> => {
  const flow = new SignInFlow(browser)
  const { url, status } = await flow.begin({ prompt: 'login' })
  if (status !== 200) return status
  return (await browser.send(url, { form: { email, password } })).status
}

/** Replaces the owner's hash by one of the cost that it has outside of tests, until the test ends. */
const storeHashOfFullCost = async () => {
  const select = sql<
    { hash: string }[]
  >`select password_hash as hash from local_accounts where email = ${OWNER}`
  const store = (hash?: string) =>
    sql`update local_accounts set password_hash = ${hash ?? ''} where email = ${OWNER}`
  const [cheap] = await select
  const { N } = passwordCost
  passwordCost.N = RECOMMENDED_COST.N
  await store(await hashPassword(PASSWORD, { key: 'test', isTrusted: true, isLimited: false }))
  passwordCost.N = N
  onTestFinished(async () => void (await store(cheap?.hash)))
}

const attackFrom = (address: string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, n) => attempt(browserAt(address), `wrong guess ${n}`)))

beforeAll(async () => {
  await signUp(home, OWNER, PASSWORD)
  await sql`truncate rate_limits`
})

describe('Wrong passwords from unknown browsers', () => {
  it('lock out neither the owner at a new address nor a known browser', async () => {
    // Simulates a hundred attempts from ten addresses; making all of them would take half a minute.
    for (let n = 0; n < 10; n += 1) await attackFrom(`203.0.113.${n}`, 3)
    const account = sql`select max(taken) as taken from rate_limits`
    await sql`update rate_limits set taken = 100 where taken = (${account})`
    expect(await attempt(browserAt('198.51.100.9'), PASSWORD)).toBe(303)
    expect(await attempt(home, PASSWORD)).toBe(303)
  })

  it('are rate limited per address, while a known browser at the same address can still sign in', async () => {
    const unknown = browserAt('198.51.100.1')
    const statuses = []
    for (let n = 0; n < 12; n += 1) statuses.push(await attempt(unknown, 'wrong guess'))
    expect(statuses.at(-1)).toBe(429)
    expect(await attempt(home, PASSWORD)).toBe(303)
    // The owner's browser is also exempt from the per-address limit on requests to the provider.
    await sql`update rate_limits set taken = 1000000`
    expect(await attempt(unknown, PASSWORD)).toBe(429)
    expect(await attempt(home, PASSWORD)).toBe(303)
  })

  it('fill the queue with at most three per address, and the owner gets past them', async () => {
    await sql`truncate rate_limits`
    await storeHashOfFullCost()
    const prepare = async (browser: TestClient, password: string) => {
      const { url } = await new SignInFlow(browser).begin({ prompt: 'login' })
      return async () => (await browser.send(url, { form: { email: OWNER, password } })).status
    }
    const addresses = [1, 2, 3, 4, 5].map((n) => `192.0.2.${n}`)
    const [attackers, owners] = await Promise.all([
      Promise.all(
        addresses.flatMap((address) =>
          Array.from({ length: 9 }, () => prepare(browserAt(address), 'wrong guess')),
        ),
      ),
      Promise.all([home, browserAt('198.51.100.77')].map((browser) => prepare(browser, PASSWORD))),
    ])
    let hashed = 0
    const attack = attackers.map(async (send) => {
      const status = await send()
      if (status === 400) hashed += 1
      return status
    })
    const [known, unknown] = await Promise.all(
      owners.map(async (send) => ({ status: await send(), hashedBefore: hashed })),
    )
    const statuses = await Promise.all(attack)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    expect(statuses.filter((status) => status === 400)).toHaveLength(15)
    // The known browser waits for the hashes that run already, and the new address for one of each address.
    expect([known?.status, unknown?.status]).toEqual([303, 303])
    expect(known?.hashedBefore).toBeLessThan(5)
    expect(unknown?.hashedBefore).toBeLessThan(10)
  })
})

describe('A browser that has signed in before', () => {
  it('has its own limit on wrong passwords, which a correct one resets', async () => {
    await sql`truncate rate_limits`
    for (let n = 0; n < 9; n += 1) expect(await attempt(home, 'mistyped')).toBe(400)
    expect(await attempt(home, PASSWORD)).toBe(303)
    const statuses = []
    for (let n = 0; n < 11; n += 1) statuses.push(await attempt(home, 'mistyped'))
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
    await sql`truncate rate_limits`
  })

  it('is known only to the account that signed in with it', async () => {
    await signUp(browserAt('198.51.100.30'), 'other@example.org', PASSWORD)
    await sql`truncate rate_limits`
    for (let n = 0; n < 10; n += 1) await attempt(home, 'wrong guess', 'other@example.org')
    expect(await attempt(home, PASSWORD, 'other@example.org')).toBe(429)
  })

  it('is forgotten when the account is deleted, and after 400 days', async () => {
    const countDevices = async () => (await sql`select 1 from known_devices`).length
    await sql`truncate rate_limits`
    await signUp(browserAt('198.51.100.40'), 'leaving@example.org', PASSWORD)
    const before = await countDevices()
    await sql`delete from local_accounts where email = 'leaving@example.org'`
    expect(await countDevices()).toBe(before - 1)
    await sql`update known_devices set used_at = now() - interval '401 days'`
    for (let n = 0; n < 10; n += 1) await attempt(browserAt('198.51.100.1'), 'wrong guess')
    expect(await attempt(home, PASSWORD)).toBe(429)
  })
})
