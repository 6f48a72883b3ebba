import { expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
const app = await testApp(database)
const headers = {
  ...(await aSession(database, await aUser(database))),
  'content-type': 'application/json',
}
const send = async (payload: string) => {
  const answer = await app.inject({ method: 'POST', url: '/api/posts', headers, payload })
  return [answer.statusCode, answer.json().message]
}
const MEGABYTE = 1024 * 1024
const post = (more: object) =>
  JSON.stringify({ title: 'A', description: 'B', prompt: 'C', type: 'Text', exampleFiles: [], ...more })

it('A large body is read like a small one', async () => {
  expect((await send(post({ ignored: 'x'.repeat(2 * MEGABYTE) })))[0]).toBe(200)
  expect(await send(post({ title: '', ignored: 'ü'.repeat(2 * MEGABYTE) }))).toEqual([
    400,
    'Title is required',
  ])
})

it('One that is broken, or made to break who reads it, is refused with 400, and the site goes on', async () => {
  const INVALID = [400, 'The body is not valid JSON']
  expect(await send('{"title":"'.padEnd(2 * MEGABYTE, 'x'))).toEqual(INVALID)
  expect(await send('['.repeat(5 * MEGABYTE))).toEqual(INVALID)
  expect((await send(post({})))[0]).toBe(200)
})

it('It changes the prototype of nothing', async () => {
  const payload = post({ ignored: 'x'.repeat(2 * MEGABYTE) }).replace('{', '{"__proto__":{"isAdmin":true},')
  expect((await send(payload))[0]).toBe(200)
  expect('isAdmin' in {}).toBe(false)
})
