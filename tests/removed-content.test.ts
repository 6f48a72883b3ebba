import { describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { modelIds } from '#core/model-catalogue.ts'
import { pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import { buildTestApp } from './support/app.ts'
import { seedCollection, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { recomputeCounts } from './support/recompute-counts.ts'

const database = await createTestDatabase()
const { sql } = database
const renderer = createRenderer(
  { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  { scripts: ['/assets/entry.js'], styles: ['/assets/entry.css'], preloads: [] },
)
const app = await buildTestApp(database, {}, renderer)

const aMember = async (username: string, fields: Parameters<typeof seedUser>[1] = {}) => {
  const user = await seedUser(database, { username, ...fields })
  return { ...user, headers: await seedSession(database, user) }
}
type Someone = Awaited<ReturnType<typeof aMember>>
const send = async (by: Someone, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: object) => {
  const response = await app.inject({ method, url, headers: by.headers, ...(body && { body }) })
  expect(response.statusCode, `${method} ${url}`).toBe(200)
  return response.json()
}

const isFull = process.env.FULL_TESTS === 'true'

/** The word in each text that moderators take away, and in what they write to its author. */
const WORD = /zebra/i

describe('what moderators have taken away', async () => {
  const topic = await seedTopic(database)
  const author = await aMember('Author')
  const owner = await aMember('Owner')
  const reader = await aMember('Reader')
  const gone = await aMember('Gone')
  const moderator = await aMember('Moderator', { isModerator: true })
  const readers: Record<string, Someone | null> = {
    'a visitor': null,
    'a stranger': await aMember('Stranger'),
    'a muted member': await aMember('Muted', { isMuted: true }),
    'a suspended member': await aMember('Suspended', { isSuspended: true }),
    'a suspended moderator': await aMember('Fallen', { isModerator: true, isSuspended: true }),
    'a suspended moderator of the topic': await aMember('FallenToo', {
      moderatedTopics: [topic.id],
      isSuspended: true,
    }),
    'a moderator of another topic': await aMember('Elsewhere', {
      moderatedTopics: [(await seedTopic(database)).id],
    }),
    'somebody who has read, answered, remixed, collected and bookmarked it': reader,
  }

  await send(reader, 'POST', `/api/users/${author.id}/follow`)
  await send(gone, 'PATCH', '/api/user/profile', { bio: 'Zebra of a suspended member' })
  const post = await send(author, 'POST', '/api/posts', {
    title: 'Zebra title',
    description: 'Zebra for @Reader',
    prompt: 'Zebra prompt',
    type: 'Text',
    topicId: topic.id,
  })
  const openPost = await send(owner, 'POST', '/api/posts', {
    title: 'Zebra of an open post',
    description: 'Zebra description',
    prompt: 'Zebra in the first version',
    type: 'Text',
    topicId: topic.id,
  })
  // A suggested edit quotes the text that it would replace, here that of the first version, which is withdrawn below.
  await send(await aMember('Quoter'), 'POST', `/api/posts/${openPost.id}/suggested-edits`, {
    title: 'A suggestion',
    description: 'Better',
    reason: 'It says more',
  })
  await send(owner, 'PATCH', `/api/posts/${openPost.id}`, {
    title: 'An open post',
    description: 'Open',
    prompt: 'Open prompt',
  })
  const comment = await send(author, 'POST', '/api/comments', {
    postId: openPost.id,
    content: 'Zebra for @Reader and @Owner',
  })
  await send(reader, 'POST', '/api/comments', {
    postId: openPost.id,
    parentId: comment.id,
    content: 'A reply',
  })
  await send(reader, 'POST', '/api/comments', { postId: post.id, content: 'A comment on the post' })
  await send(reader, 'POST', '/api/votes', { postId: post.id, value: 1 })
  await send(reader, 'POST', `/api/posts/${post.id}/bookmark`)
  await send(reader, 'POST', '/api/posts', {
    title: 'A remix',
    description: 'A remix',
    prompt: 'Another prompt',
    type: 'Text',
    remixOf: post.id,
  })
  const edit = await send(author, 'POST', `/api/posts/${openPost.id}/suggested-edits`, {
    title: 'Zebra suggestion',
    reason: 'Zebra reason',
  })
  await send(author, 'POST', `/api/posts/${openPost.id}/results`, {
    model: modelIds[0],
    worked: true,
    note: 'Zebra note',
    example: 'Zebra example',
  })
  const [result] = await sql<{ id: number }[]>`select id from post_results`
  const collection = await seedCollection(database, author, 'public', openPost)
  await sql`update collections set title = 'Zebra collection' where link_id = ${collection}`
  const ofReader = await seedCollection(database, reader, 'public', post)
  await recomputeCounts(sql)

  const values: Record<string, (string | number)[]> = {
    id: [1, 2, 3, 4, 5, 6, 7, 8, collection, ofReader],
    username: ['Author', 'Gone', 'Owner', 'Reader'],
    topicName: [topic.slug],
    topic: [topic.slug],
    slug: [topic.slug, post.seoSlug, openPost.seoSlug, 'best-of'],
    seoSlug: [post.seoSlug, openPost.seoSlug],
    number: [1, 2],
    suggestion: [edit.id, 1],
    commentId: [comment.id],
  }
  /** The addresses that a path with parameters has for what there is here. */
  const fill = (path: string): string[] => {
    const [parameter, name = ''] = /[{:](\w+)\}?/.exec(path) ?? []
    if (parameter === undefined) return [path]
    return (values[name] ?? []).flatMap((value) => fill(path.replace(parameter, String(value))))
  }
  const { paths: endpoints } = (await app.inject('/api/openapi.json')).json()
  const urls = [
    ...Object.keys(endpoints).filter((path) => 'get' in endpoints[path] && !path.endsWith('/stream')),
    ...Object.values(pages).flatMap(({ path }) => (path === '*' ? [] : path)),
    ...['comments', 'collections', 'remixes'].map((tab) => `/u/:username?tab=${tab}`),
    '/api/posts/:id/results?version=1',
    '/post/:id/versions?view=1',
    '/post/:id/versions?compare=1..2',
    ...[
      paths.sitemapPart(1),
      paths.newFeed,
      paths.popularFeed('all'),
      paths.topicFeed(topic.name),
      paths.llms,
    ],
    ...[post.id, openPost.id].flatMap((id) => [paths.postMarkdown(id), `/embed/post/${id}`]),
    ...[collection, ofReader].flatMap((id) => [paths.collectionFeed(id), paths.collectionExport(id, 'json')]),
    '/moderation-log.xml',
    '/moderation-log.csv',
  ].flatMap(fill)
  const findIn = async (who: Someone | null, addresses = urls): Promise<string[]> => {
    const found: string[] = []
    for (const url of addresses) {
      const { body, headers } = await app.inject({ url, headers: who?.headers ?? {} })
      if (WORD.test(`${body}${headers.location ?? ''}`))
        found.push(`${url}: ${body.slice(Math.max(0, body.search(WORD) - 60)).slice(0, 120)}`)
    }
    return found
  }

  // Embedded posts are cached for a minute, whoever reads them.
  const uncached = urls.filter((url) => !url.startsWith('/embed/'))
  const readBefore = await findIn(reader, uncached)
  const remove = async (kind: string, id: number | string, action = 'remove', more: object = {}) => {
    const subject = { kind, id: String(id), ...more }
    const opened = await send(moderator, 'POST', '/api/moderation/cases', { subject })
    await send(moderator, 'POST', `/api/moderation/cases/${opened.id}/decisions`, {
      action,
      reason: 'Something else',
      words: 'Zebra is not allowed',
    })
  }
  await remove('post', post.id)
  await remove('comment', comment.id)
  await remove('suggested-edit', edit.id)
  await remove('result', result?.id ?? 0)
  await remove('collection', collection)
  await remove('version', openPost.id, 'withdraw-version', { version: 1 })
  await remove('member', 'Gone', 'suspend')

  it('was in many places', () => {
    const isPage = (found: string) => !/^\/(api|media)\/|\.(xml|txt|md|json)/.test(found)
    expect(readBefore.filter(isPage).length).toBeGreaterThan(25)
    expect(readBefore.filter((found) => !isPage(found)).length).toBeGreaterThan(25)
  })

  /** In `npm test`, the first and the last reader read everything, and each of the others every third address. */
  const addressesOf = (name: string): string[] => {
    const names = Object.keys(readers)
    const turn = names.indexOf(name)
    const readsAll = isFull || turn === 0 || turn === names.length - 1
    return readsAll ? urls : urls.filter((_, index) => index % 3 === turn % 3)
  }

  it.each(Object.keys(readers))('is nowhere for %s', async (name) => {
    expect(await findIn(readers[name] ?? null, addressesOf(name))).toEqual([])
  })

  it('can be read by moderators', async () => {
    expect((await findIn(moderator)).length).toBeGreaterThan(5)
  })
})
