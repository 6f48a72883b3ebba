import { expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 4 })
const { sql } = database
const app = await buildTestApp(database)
const PASSWORD = 'plums in the icebox'

const submit = async (email: string, way: 'sign-in' | 'sign-up', password = PASSWORD) => {
  const flow = new SignInFlow(new TestClient(app))
  await flow.begin({ prompt: 'login' })
  return flow.submit({ email, password, name: '' }, way)
}
const isSignedIn = async (email: string, password = PASSWORD) =>
  (await submit(email, 'sign-in', password)).location.includes('?code=')

it('One mailbox has one account, in whatever form its domain is typed', async () => {
  await signUp(new TestClient(app), 'u@bücher.example', PASSWORD)
  expect(await sql`select email from local_accounts`).toEqual([{ email: 'u@xn--bcher-kva.example' }])
  for (const email of ['u@xn--bcher-kva.example', 'U@BÜCHER.example.', 'u@bücher。example']) {
    expect([email, await isSignedIn(email)]).toEqual([email, true])
    expect((await submit(email, 'sign-up')).location).toBe('')
  }
  expect(await sql`select from local_accounts`).toHaveLength(1)
})

it('Two accounts that were created for one mailbox before keep working, each with the form that it has', async () => {
  await signUp(new TestClient(app), 'v@bücher.example', PASSWORD)
  await sql`update local_accounts set email = 'v@bücher.example' where email = 'v@xn--bcher-kva.example'`
  expect(await isSignedIn('v@xn--bcher-kva.example')).toBe(true)
  expect((await submit('v@xn--bcher-kva.example', 'sign-up')).location).toBe('')
  await sql`
    insert into local_accounts (subject, email, password_hash)
    select 'second', 'v@xn--bcher-kva.example', password_hash from local_accounts where email = 'u@xn--bcher-kva.example'`
  await sql`update local_accounts set password_hash = 'none' where email = 'v@bücher.example'`
  expect(await isSignedIn('v@xn--bcher-kva.example')).toBe(true)
  expect(await isSignedIn('v@bücher.example')).toBe(false)
})
