import { expect, it } from 'vitest'
import { seedPost, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { mentionsMember } from './mentions-query.ts'

const database = await createTestDatabase()
const { sql } = database

it('finds the texts that mention a member, and none for a member who is gone', async () => {
  const [ann, ben] = [await seedUser(database), await seedUser(database)]
  const [post] = [await seedPost(database), await seedPost(database)]
  await sql`update posts set mentions = ${[ben.username, ann.username]}::text[] where id = ${post.id}`
  const find = (id: number) => sql`select id from posts where ${mentionsMember(sql, sql`mentions`, id)}`
  expect(await find(ann.id)).toEqual([{ id: post.id }])
  expect(await find((await seedUser(database)).id)).toEqual([])
  expect(await find(2_000_000_000)).toEqual([])
})
