import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedTopic } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type SignedInMember, withMembers } from '#tests/support/signed-in-members.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
const { aMember, send } = withMembers(app, database)
const moderator = await aMember({ isModerator: true })
const topic = await seedTopic(database)

const publish = async (author: SignedInMember, title: string) =>
  (
    await send(author, 'POST', '/api/posts', {
      title,
      description: `About ${title}`,
      prompt: `Write about ${title}`,
      type: 'Text',
      topicId: topic.id,
    })
  ).body
const rename = async (author: SignedInMember, id: number, title: string) =>
  expect((await send(author, 'PATCH', `/api/posts/${id}`, { title })).status).toBe(200)
const decide = async (kind: string, id: number, action: string, version?: number) => {
  const subject = { kind, id: String(id), version }
  const opened = await send(moderator, 'POST', '/api/moderation/cases', { subject })
  const body = { action, reason: 'Something else', words: '' }
  const path = `/api/moderation/cases/${opened.body.id}/decisions`
  expect((await send(moderator, 'POST', path, body)).status).toBe(200)
}
const slugOf = async (author: SignedInMember, id: number): Promise<string> =>
  (await send(author, 'GET', `/api/posts/${id}`)).body.seoSlug
/** Returns the slug of the post that an address leads to; the page redirects to it. */
const open = async (slug: string) => {
  const { status, body } = await send(null, 'GET', `/api/t/${topic.slug}/${slug}`)
  return status === 200 ? { id: body.id, seoSlug: body.seoSlug } : status
}

it('replaces a slug that says a withdrawn title, and redirects the old address', async () => {
  const author = await aMember()
  const { id } = await publish(author, 'A rude title')
  await rename(author, id, 'A polite title')
  await decide('version', id, 'withdraw-version', 1)
  expect(await slugOf(author, id)).toBe('a-polite-title')
  for (const slug of ['a-rude-title', 'a-polite-title'])
    expect(await open(slug)).toEqual({ id, seoSlug: 'a-polite-title' })
})

it('leaves a slug that says another title than the withdrawn one', async () => {
  const author = await aMember()
  const { id } = await publish(author, 'A first title')
  await rename(author, id, 'An unkind title')
  // Edits within a few minutes are one version.
  await database.sql`update post_versions set created_at = now() - interval '1 day' where post_id = ${id}`
  await rename(author, id, 'A last title')
  await decide('version', id, 'withdraw-version', 2)
  expect(await slugOf(author, id)).toBe('a-first-title')
})

it('adds a suffix where another post has the slug, and prefers the post that has a slug now', async () => {
  const author = await aMember()
  const first = await publish(author, 'A vile title')
  await publish(author, 'A taken title')
  await rename(author, first.id, 'A taken title')
  await decide('version', first.id, 'withdraw-version', 1)
  expect(await slugOf(author, first.id)).toMatch(/^a-taken-title-[a-z0-9]{10}$/)
  const { id } = await publish(await aMember(), 'A vile title')
  expect(await open('a-vile-title')).toEqual({ id, seoSlug: 'a-vile-title' })
})

it('replaces the slug of a hidden post when its author changes the title', async () => {
  const author = await aMember()
  const { id } = await publish(author, 'A crude title')
  await decide('post', id, 'hide')
  await rename(author, id, 'A clean title')
  expect(await slugOf(author, id)).toBe('a-clean-title')
  expect(await open('a-crude-title')).toEqual({ id, seoSlug: 'a-clean-title' })
})

it('leads nobody to a post that is removed or deleted', async () => {
  const author = await aMember()
  const [removed, deleted] = [await publish(author, 'A harsh title'), await publish(author, 'A mean title')]
  for (const { id } of [removed, deleted]) {
    await rename(author, id, `A fair title ${id}`)
    await decide('version', id, 'withdraw-version', 1)
  }
  await decide('post', removed.id, 'remove')
  await send(author, 'DELETE', `/api/posts/${deleted.id}`)
  for (const slug of ['a-harsh-title', 'a-mean-title']) expect(await open(slug)).toBe(404)
})
