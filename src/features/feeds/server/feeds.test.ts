import { beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { parseJson } from '#core/parse-json.ts'
import { noPostFilters } from '#core/post-filters.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase, provisionTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { encodeFeedCursor } from '../contract.ts'
import { type FeedQuery, selectFeed } from './feed-query.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const get = async (url: string, headers = {}): Promise<PostCard[]> => {
  const answer = await app.inject({ url, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return parseJson(answer.body) as PostCard[]
}
const titles = (posts: PostCard[]) => posts.map(({ title }) => title)

// Responses to visitors are cached for a few seconds, so tests read as a member unless they are about visitors.
let member: { cookie: string }
beforeEach(async () => {
  await deleteRows(database.sql, 'posts', 'topics')
  member = await seedSession(database, await seedUser(database))
})

describe('GET /api/posts', () => {
  it('sorts "new" by newest and "top" by score, then newest, then id', async () => {
    const by = await seedUser(database)
    await seedPost(database, { by, title: 'old best', score: 9, createdAt: at(1) })
    await seedPost(database, { by, title: 'middle', score: 2, createdAt: at(2) })
    await seedPost(database, { by, title: 'tie', score: 2, createdAt: at(2) })
    await seedPost(database, { by, title: 'newest', score: -1, createdAt: at(3) })
    expect(titles(await get('/api/posts', member))).toEqual(['newest', 'tie', 'middle', 'old best'])
    expect(titles(await get('/api/posts?sortBy=top', member))).toEqual([
      'old best',
      'tie',
      'middle',
      'newest',
    ])
  })

  it.each([
    ['day', 1],
    ['week', 7],
    ['month', 30],
    ['year', 365],
  ])('takes for a %s the posts of the last %i days', async (window, days) => {
    const by = await seedUser(database)
    const hoursBefore = (hours: number) => new Date(Date.now() - (days * 24 + hours) * 3_600_000)
    await seedPost(database, { by, title: 'in time', createdAt: hoursBefore(-1) })
    await seedPost(database, { by, title: 'too old', createdAt: hoursBefore(1) })
    expect(titles(await get(`/api/posts?sortBy=top&window=${window}`, member))).toEqual(['in time'])
  })

  it('narrows "top" to the posts of a period, within topics, types and followed topics as well', async () => {
    const topic = await seedTopic(database)
    const by = await seedUser(database)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const [title, days, score] of [
      ['hours', 0.4, 1],
      ['yesterday', 1.5, 9],
      ['days', 5, 2],
      ['weeks', 20, 8],
      ['months', 100, 3],
      ['years', 900, 7],
    ] as const)
      await seedPost(database, { by, topic, type: 'Code', title, score, createdAt: daysAgo(days) })
    await seedPost(database, {
      by,
      type: 'Code',
      title: 'secret',
      isPrivate: true,
      createdAt: daysAgo(0.1),
    })
    await database.sql`insert into user_topic_follows (user_id, topic_id) select id, ${topic.id} from users`
    for (const feed of [
      '/api/posts?',
      '/api/posts?types=Code&',
      '/api/posts?following=true&',
      `/api/topics/${topic.slug}/posts?`,
    ]) {
      const top = async (window: string) =>
        titles(await get(`${feed}sortBy=top&window=${window}&limit=4`, member))
      expect(await top('day'), feed).toEqual(['hours'])
      expect(await top('week'), feed).toEqual(['yesterday', 'days', 'hours'])
      expect(await top('month'), feed).toEqual(['yesterday', 'weeks', 'days', 'hours'])
      expect(await top('year'), feed).toEqual(['yesterday', 'weeks', 'months', 'days'])
      expect(await top('all'), feed).toEqual(['yesterday', 'weeks', 'years', 'months'])
      const [first] = await get(`${feed}sortBy=top&window=month&limit=1`, member)
      const cursor = first ? encodeFeedCursor(first) : ''
      const after = await get(`${feed}sortBy=top&window=month&limit=2&offset=1&after=${cursor}`, member)
      expect(titles(after), feed).toEqual(['days', 'hours'])
    }
    expect((await app.inject('/api/posts?sortBy=top&window=decade')).json()).toMatchObject({
      message: 'window must be one of day, week, month, year, all',
    })
  })

  it('filters by comma-separated types and models', async () => {
    await seedPost(database, { title: 'a', type: 'Text', models: ['claude'] })
    await seedPost(database, { title: 'b', type: 'Code', models: ['cursor', 'claude-code'] })
    await seedPost(database, { title: 'c', type: 'Image', models: ['flux'] })
    expect(titles(await get('/api/posts?types=Text', member))).toEqual(['a'])
    expect(titles(await get('/api/posts?types=Text,Image', member)).sort()).toEqual(['a', 'c'])
    expect(titles(await get('/api/posts?models=flux,cursor', member)).sort()).toEqual(['b', 'c'])
    expect(await get('/api/posts?types=Audio', member)).toEqual([])
  })

  it('truncates prompts to 150 code points for visitors and 2,000 for members', async () => {
    await seedPost(database, { prompt: '🦊'.repeat(2_500) })
    const [seen] = await get('/api/posts')
    expect(seen).toMatchObject({ prompt: '🦊'.repeat(150), promptLength: 2_500, promptTruncated: true })
    const [own] = await get('/api/posts', member)
    expect(own).toMatchObject({ prompt: '🦊'.repeat(2_000), promptLength: 2_500, promptTruncated: true })
  })

  it('never shows a private post, not even to its owner', async () => {
    const by = await seedUser(database)
    await seedPost(database, { by, isPrivate: true })
    expect(await get('/api/posts', await seedSession(database, by))).toEqual([])
  })

  it.each(['new', 'top'])(
    'neither repeats nor skips a post with a cursor while others are published and voted on, sorted by %s',
    async (sortBy) => {
      const by = await seedUser(database)
      for (let n = 0; n < 30; n += 1)
        await seedPost(database, { by, title: `p${n}`, score: n % 4, createdAt: at(n) })
      const whole = titles(await get(`/api/posts?limit=30&sortBy=${sortBy}`, member))
      const first = await get(`/api/posts?sortBy=${sortBy}`, member)
      await seedPost(database, { by, title: 'just published', score: 3, createdAt: at(90) })
      // A post that was already listed drops to the bottom; with an offset, the next page would skip a post.
      await database.sql`update posts set score = -5 where id = ${first[0]?.id ?? 0}`
      const second = await get(
        `/api/posts?sortBy=${sortBy}&after=${encodeFeedCursor(first[9] as PostCard)}`,
        member,
      )
      const third = await get(
        `/api/posts?sortBy=${sortBy}&after=${encodeFeedCursor(second[9] as PostCard)}`,
        member,
      )
      const rest = [...second, ...third].filter(({ title }) => title !== whole[0])
      expect(titles(rest)).toEqual(whole.slice(10))
    },
  )

  it('counts the offset from the cursor', async () => {
    const by = await seedUser(database)
    for (let n = 0; n < 5; n += 1) await seedPost(database, { by, title: `p${n}`, createdAt: at(n) })
    const [first] = await get('/api/posts?limit=1', member)
    expect(
      titles(await get(`/api/posts?limit=2&offset=1&after=${encodeFeedCursor(first as PostCard)}`, member)),
    ).toEqual(['p2', 'p1'])
    expect(titles(await get('/api/posts?limit=2&offset=3', member))).toEqual(['p1', 'p0'])
  })

  it("returns the member's own vote and bookmark of each post", async () => {
    const [me, other] = [await seedUser(database), await seedUser(database)]
    const posts = []
    for (let n = 0; n < 4; n += 1) posts.push(await seedPost(database, { title: `p${n}`, createdAt: at(n) }))
    const [up, down, unchanged] = posts.map(({ id }) => id)
    await database.sql`insert into votes (user_id, post_id, value)
      values (${me.id}, ${up ?? 0}, 1), (${me.id}, ${down ?? 0}, -1), (${other.id}, ${unchanged ?? 0}, 1)`
    await database.sql`insert into user_post_bookmarks (user_id, post_id)
      values (${me.id}, ${up ?? 0}), (${me.id}, ${unchanged ?? 0}), (${other.id}, ${down ?? 0})`
    const list = await get('/api/posts', await seedSession(database, me))
    expect(list.map(({ title, myVote, isBookmarked }) => [title, myVote, isBookmarked])).toEqual([
      ['p3', 0, false],
      ['p2', 0, true],
      ['p1', -1, false],
      ['p0', 1, true],
    ])
  })

  it('takes one query for a visitor and two for a member, regardless of the page size', async () => {
    const topic = await seedTopic(database)
    for (let n = 0; n < 20; n += 1) await seedPost(database, { topic, models: ['claude'] })
    queries.length = 0
    expect(await get('/api/posts?limit=20&sortBy=top&types=Text')).toHaveLength(20)
    expect(queries).toHaveLength(1)
    queries.length = 0
    expect(await get('/api/posts?limit=1', member)).toHaveLength(1)
    expect(queries).toHaveLength(2)
  })
})

describe('listFeed', () => {
  it('uses a generic plan for the default page size only', async () => {
    const { sql, close } = openDatabase({ url: await provisionTestDatabase(), max: 1 })
    await sql`insert into users (username, google_id) values ('author', 'a:1')`
    await sql`
      insert into posts (user_id, title, description, prompt, prompt_length, seo_slug)
      select (select id from users), 'Title', 'About', 'Prompt', 6, 'post-' || n from generate_series(1, 3000) n`
    await sql`analyze`
    const plans = async (query: Partial<FeedQuery>) => {
      for (let n = 0; n < 8; n += 1)
        await selectFeed(sql, null, {
          limit: limits.pageSize,
          offset: 0,
          sortBy: 'new',
          ...noPostFilters,
          ...query,
        })
      const [row] = await sql<{ genericPlans: number }[]>`
        select generic_plans::integer as generic_plans from pg_prepared_statements
        where statement like ${'%p.prompt_length%'} order by prepare_time desc limit 1`
      return row?.genericPlans
    }
    // PostgreSQL uses custom plans for the first five executions, and only then compares their cost with a generic
    // plan's.
    expect(await plans({})).toBe(3)
    expect(await plans({ sortBy: 'top' })).toBe(3)
    expect(await plans({ topicId: 1 })).toBe(3)
    expect(await plans({ limit: 20 })).toBe(0)
    await close()
  })
})

describe('GET /api/topics/{topicName}/posts', () => {
  it('finds a topic by name or slug in any case', async () => {
    const topic = await seedTopic(database, { name: 'Machine Learning' })
    await seedPost(database, { topic, title: 'inside' })
    await seedPost(database, { title: 'outside' })
    for (const name of ['machine-learning', 'Machine%20Learning', 'MACHINE-learning']) {
      expect(titles(await get(`/api/topics/${name}/posts`, member))).toEqual(['inside'])
    }
  })

  it("responds with 404 'Topic not found' for an unknown topic", async () => {
    const answer = await app.inject('/api/topics/nothing/posts')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'topic-not-found', message: 'Topic not found' })
  })
})

describe('The query of GET /api/posts', () => {
  const invalid = [
    'limit=-1',
    'limit=0',
    'limit=51',
    'limit=1e9',
    'limit=NaN',
    'limit=abc',
    'limit=',
    'limit=1.5',
    'limit=0x1',
    'limit=%201',
    'limit=1&limit=2',
    'offset=-1',
    'offset=1e18',
    'offset=99999999999999999999',
    'offset=1&offset=2',
    'sortBy=best',
    'sortBy=new&sortBy=top',
    'types=Poem',
    'types=Text&types=Code',
    'models=nope',
    'models=claude,nope',
    'after=1',
    'after=a_b_c',
    'after=1_99999999999999_99999999999',
    'types=%00',
    `models=${'x'.repeat(10_000)}`,
    'types=%EF%BF%BD',
    'limit=%F0%9F%A6%8A',
  ]
  it.each(invalid)('causes a 400 with a clear message if it is %s', async (query) => {
    const answer = await app.inject(`/api/posts?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(/\w+ \w+/)
    expect(answer.json().issues[0].path).toBe(query.split('=')[0])
  })

  it.each(['offset=999999999', 'types=', 'after=0_99999999999999_1', 'unknown=1', 'types=Text,Text'])(
    'may be %s',
    async (query) => {
      expect((await app.inject(`/api/posts?${query}`)).statusCode).toBe(200)
    },
  )
})

describe('GET /api/user/private-posts', () => {
  it('lists the private posts of the member page by page, newest first, in a fixed number of queries', async () => {
    const owner = await seedUser(database)
    const headers = await seedSession(database, owner)
    for (let minute = 0; minute < 12; minute += 1)
      await seedPost(database, { by: owner, title: `${minute}`, isPrivate: true, createdAt: at(minute) })
    await seedPost(database, { by: owner, title: 'public' })
    await seedPost(database, { title: "another's", isPrivate: true })
    const first = await get('/api/user/private-posts', headers)
    expect(titles(first)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2'])
    const last = first.at(-1)
    queries.length = 0
    const url = `/api/user/private-posts?limit=1&after=${last ? encodeFeedCursor(last) : ''}`
    expect(titles(await get(url, headers))).toEqual(['1'])
    expect(queries.filter((text) => /from posts/.test(text))).toHaveLength(1)
    expect(titles(await get('/api/user/private-posts?limit=50', headers))).toHaveLength(12)
    expect(titles(await get('/api/user/private-posts?limit=5&offset=10', headers))).toEqual(['1', '0'])
    expect((await app.inject({ url: '/api/user/private-posts?limit=51', headers })).statusCode).toBe(400)
    expect((await app.inject('/api/user/private-posts')).statusCode).toBe(401)
    expect(await get('/api/user/private-posts', member)).toEqual([])
  })
})

describe('GET /api/posts/default-window', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

  const seedPosts = async (count: number, days: number, fields: Parameters<typeof seedPost>[1] = {}) => {
    for (let index = 0; index < count; index++)
      await seedPost(database, { ...fields, createdAt: daysAgo(days) })
  }

  const windowOf = async (query = '', from = app) => {
    const { statusCode, json } = await from.inject({
      url: `/api/posts/default-window?${query}`,
      headers: member,
    })
    expect(statusCode).toBe(200)
    return json().window
  }

  it('is the shortest of the setting, a year and all time that holds 20 posts', async () => {
    expect(await windowOf()).toBe('all')
    await seedPosts(1, 900)
    await seedPosts(10, 100)
    await seedPosts(9, 10)
    expect(await windowOf()).toBe('all')
    await seedPosts(1, 364.9)
    expect(await windowOf()).toBe('year')
    await seedPosts(11, 29.9)
    expect(await windowOf()).toBe('month')
    expect(await windowOf('', await buildTestApp(database, { TRENDING_WINDOW: 'day' }))).toBe('year')
    expect(await windowOf('', await buildTestApp(database, { TRENDING_WINDOW: 'year' }))).toBe('year')
    expect(await windowOf('', await buildTestApp(database, { TRENDING_WINDOW: 'all' }))).toBe('all')
    await seedPosts(20, 0.5)
    expect(await windowOf('', await buildTestApp(database, { TRENDING_WINDOW: 'day' }))).toBe('day')
  })

  it('counts only public posts with the topic, tag, types and models of the list', async () => {
    const topic = await seedTopic(database)
    const by = await seedUser(database)
    await seedPosts(20, 1, { by, type: 'Code', models: ['claude'] })
    await seedPosts(19, 1, { by, topic, type: 'Image', models: ['flux'], tags: ['city'] })
    await seedPosts(5, 1, { by, type: 'Image', models: ['flux'], tags: ['city'], isPrivate: true })
    const lists = [`topic=${topic.slug}`, 'tag=city', 'types=Image', 'models=flux']
    for (const list of lists) expect(await windowOf(list), list).toBe('all')
    for (const list of ['types=Code', 'models=claude', 'types=Code,Image'])
      expect(await windowOf(list), list).toBe('month')
    await seedPosts(1, 300, { by, topic, type: 'Image', models: ['flux'], tags: ['city'] })
    for (const list of lists) expect(await windowOf(list), list).toBe('year')
    expect(await windowOf(`topic=${topic.slug}&types=Code`)).toBe('all')
  })

  it('rejects unknown topics and filters', async () => {
    for (const [query, status] of [
      ['topic=nothing-of-the-kind', 404],
      ['types=Poem', 400],
      ['models=nothing', 400],
      ['tag=', 400],
    ] as const)
      expect((await app.inject(`/api/posts/default-window?${query}`)).statusCode, query).toBe(status)
  })
})
