import { expect, it } from 'vitest'
import { seedPermissionFixtures } from './permissions/fixtures.ts'
import { buildRequest } from './permissions/request.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp } from './support/app.ts'
import { seedCollection, seedDraft } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

type Operation = { description: string }
const { paths } = (await app.inject('/api/openapi.json')).json() as {
  paths: Record<string, Record<string, Operation>>
}
const reads = Object.entries(paths).flatMap(([path, { get }]) =>
  get?.description.includes('needs the scope `read`') ? [`GET ${path}`] : [],
)

/** Words that are in nothing but what belongs to the token's owner alone. */
const MARK = 'Ownerssecret'

it('there are reads for which a token needs the scope read', () => {
  expect(reads.length).toBeGreaterThan(30)
})

it.each(reads)("%s shows a token with the scope read nothing of its owner's own", async (endpoint) => {
  const world = await seedPermissionFixtures(database, 'read token')
  const { owner, post, secret } = world
  await sql`update posts set title = ${`${MARK} post`}, description = ${MARK}, prompt = ${MARK} where id = ${secret.id}`
  await sql`update drafts set fields = fields || ${JSON.stringify({ title: MARK })}::text::jsonb where key = ${await seedDraft(database, owner)}`
  const collection = await seedCollection(database, owner, 'private', post)
  await sql`update collections set title = ${MARK} where link_id = ${collection}`
  await sql`insert into user_post_bookmarks (user_id, post_id) values (${owner.id}, ${post.id}) on conflict do nothing`
  const call = (await permissions[endpoint]?.[2]?.(world)) ?? {}
  const response = await app.inject(buildRequest(endpoint, world, call))
  expect(response.statusCode).toBeLessThan(500)
  expect(response.body).not.toContain(MARK)
  expect(response.body).not.toContain('"isBookmarked":true')
})
