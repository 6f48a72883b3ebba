import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { createRenderer } from '#app/web/entry-server.tsx'
import { createFragmentCache, type FragmentCache } from '#app/web/fragment-cache.ts'
import { pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import { readConfig } from '#server/config.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const config = readConfig({ RATE_LIMIT_SCALE: '0' })

/** Builds the real site with a renderer that reuses fragments from this cache; with null, nothing is reused. */
const siteWith = async (fragments: FragmentCache | null): Promise<FastifyInstance> => {
  const renderer = createRenderer(
    { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
    { scripts: [], styles: [], preloads: [] },
    () => [],
    null,
    fragments,
  )
  const app = await buildApp({ config, database, renderer, eventLoopLag: () => 0 })
  afterAll(() => app.close())
  return app
}

const misses: string[] = []
const cache = createFragmentCache()
const reusing = await siteWith({
  fill: (page, fragments, render) =>
    cache.fill(page, fragments, (fragment) => {
      misses.push(fragment.key)
      return render(fragment)
    }),
})
const whole = await siteWith(null)

const author = await seedUser(database)
const topic = await seedTopic(database, { name: 'Machine learning', isHot: true })
const posts: Awaited<ReturnType<typeof seedPost>>[] = []
for (let n = 0; n < 12; n += 1)
  posts.push(
    await seedPost(database, {
      by: author,
      topic: n % 2 ? topic : null,
      title: `Title ${n} <template data-fragment="0"></template>`,
      description: '# Heading\n\n- one & two\n- [link](https://example.org)',
      prompt: 'Tell me \u2026 '.repeat(n * 5 + 1),
      exampleFiles: n < 4 ? [`${'a'.repeat(31)}${n}.webp`] : [],
      type: n > 1 && n < 6 ? 'Image' : 'Text',
      models: n % 3 ? ['gpt-5', 'claude-sonnet-4-5'] : [],
    }),
  )

const member = await seedUser(database)
const [first] = posts
await database.sql`insert into votes ${database.sql({ userId: member.id, postId: first?.id ?? 0, value: 1 })}`
await database.sql`insert into user_topic_follows ${database.sql({ userId: member.id, topicId: topic.id })}`

const discussed = { id: first?.id ?? 0, topic: null, isPrivate: false, seoSlug: null, privateId: null }
const by = { author, member, other: await seedUser(database) }
let parent: { id: number } | undefined
for (let depth = 0; depth < 8; depth += 1) {
  const comment = await seedComment(database, {
    on: discussed,
    by: depth % 2 ? by.member : by.author,
    content: `Reply ${depth} with *emphasis* & <template data-fragment="1"></template>`,
    ...(parent && { parent }),
  })
  parent = comment
}
const target = await seedComment(database, {
  on: discussed,
  by: by.other,
  content: 'A long one. '.repeat(200),
})
await database.sql`update comments set edited_at = now() where id = ${target.id}`
await database.sql`insert into votes ${database.sql({ userId: member.id, commentId: target.id, value: -1 })}`
const deleted = await seedComment(database, { on: discussed })
await seedComment(database, { on: discussed, parent: deleted })
await database.sql`update comments set is_deleted = true, user_id = null where id = ${deleted.id}`
const viewers: Record<string, Record<string, string>> = {
  'a visitor': {},
  'the author': await seedSession(database, author),
  'a member who has voted': await seedSession(database, member),
  'another member': await seedSession(database, await seedUser(database)),
  'a muted member': await seedSession(database, await seedUser(database, { isMuted: true })),
  'an admin': await seedSession(database, await seedUser(database, { isAdmin: true })),
}

const urls = [
  '/',
  '/?sortBy=new',
  '/?types=Text&models=gpt-5',
  '/?types=Image&view=gallery',
  '/?q=title',
  paths.popular,
  paths.newest,
  paths.topic(topic.name),
  `${paths.topic(topic.name)}?types=Text`,
  `${paths.topic(topic.name)}?view=gallery`,
  paths.profile(author.username),
  paths.leaderboard,
  `/post/${discussed.id}`,
  `/post/${discussed.id}/comment/${target.id}`,
  // The pages that the sidebar and the footer link to.
  ...Object.values(pages).flatMap(({ path }) => (/[:*]/.test(path) ? [] : [path])),
  '/no/such/page',
]

/** Replaces the only part that differs between two renderings of the same page: how long ago something happened. */
const withoutTimes = (html: string): string => html.replaceAll(/>\d+ seconds? ago</g, '>just now<')

/**
 * Moves the page state to the end of the HTML because its position depends on whether fragments are reused:
 * between two fragments, or last if there are none.
 */
const withStateLast = (html: string): string =>
  html.replace(/(<script [^>]*id="page-state">.*?<\/script>)(.*)/s, '$2$1')

describe.each(Object.entries(viewers))('For %s', (_, headers) => {
  it.each(urls)('%s has the same HTML with reused fragments as without, twice', async (url) => {
    const read = async (app: FastifyInstance) => {
      const { body, statusCode } = await app.inject({ url, headers })
      return [statusCode, ...withStateLast(withoutTimes(body)).split('>')]
    }
    const expected = await read(whole)
    expect(await read(reusing)).toEqual(expected)
    expect(await read(reusing)).toEqual(expected)
  })
})

it('The sidebar and the footer of a post are those of every other one', async () => {
  for (const { id } of posts.slice(2, 4)) {
    misses.length = 0
    await reusing.inject({ url: `/post/${id}` })
  }
  expect(misses.map((key) => JSON.parse(key)[0])).toEqual(['RelatedPosts'])
})

it('Nothing is rendered twice for members who see the same', async () => {
  misses.length = 0
  for (const user of [await seedUser(database), await seedUser(database)]) {
    const headers = await seedSession(database, user)
    const { body } = await reusing.inject({ url: '/', headers })
    expect(body).toContain('Title 3')
  }
  expect(misses).toEqual([])
})

it('What is personal is rendered once for each member', async () => {
  const renderedFor = async (headers: Record<string, string>) => {
    misses.length = 0
    await reusing.inject({ url: '/new', headers })
    return misses.filter((key) => JSON.parse(key)[0] === 'PostCard').length
  }
  for (const admin of [
    await seedUser(database, { isAdmin: true }),
    await seedUser(database, { isAdmin: true }),
  ]) {
    const headers = await seedSession(database, admin)
    expect([await renderedFor(headers), await renderedFor(headers)]).toEqual([10, 0])
  }
})
