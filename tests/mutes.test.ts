import { beforeEach, describe, expect, it } from 'vitest'
import { selectMemberLayoutData } from '#app/server/member-layout-data-query.ts'
import { viewerColumns } from '#features/identity/server/session-query.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { buildTestApp } from './support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const statements: string[] = []
const database = await createTestDatabase((text) => statements.push(text))
const { sql } = database
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = async (method: Method, url: string, headers: Headers = {}, payload?: object) => {
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const aMember = async () => {
  const user = await seedUser(database)
  return { ...user, headers: await seedSession(database, user) }
}
type TestMember = Awaited<ReturnType<typeof aMember>>
const mute = async ({ headers }: TestMember, kind: string, value: string) => {
  const { status, body } = await send('POST', '/api/user/mutes', headers, { kind, value })
  expect([status, body]).toEqual([200, expect.objectContaining({ kind })])
  return body as { id: number }
}
const titlesAt = async ({ headers }: TestMember, url: string): Promise<string[]> =>
  (await send('GET', url, headers)).body.map(({ title }: { title: string }) => title).sort()

beforeEach(() => deleteRows(sql, 'users', 'topics', 'posts', 'tags', 'tag_redirects'))

const aScene = async () => {
  const [me, author] = [await aMember(), await aMember()]
  const topic = await seedTopic(database, { name: 'Marsupials' })
  await seedPost(database, { by: author, title: 'Wombat by author' })
  await seedPost(database, { topic, title: 'Wombat in topic' })
  await seedPost(database, { title: 'Wombat with tag', tags: ['dig', 'night'] })
  await seedPost(database, { title: 'Wombat for model', models: ['claude'] })
  await seedPost(database, { title: 'Wombat école', description: 'Learn to DIG.' })
  await seedPost(database, { title: 'Wombat digging' })
  return { me, author, topic }
}
const ALL = [
  'Wombat by author',
  'Wombat digging',
  'Wombat for model',
  'Wombat in topic',
  'Wombat with tag',
  'Wombat école',
]
const FEEDS = [
  '/api/posts?sortBy=new',
  '/api/posts?sortBy=top&window=all',
  '/api/posts?sortBy=top&window=week',
  '/api/search?q=wombat',
]

describe('A mute', () => {
  it.each([
    ['member', ({ author }: Awaited<ReturnType<typeof aScene>>) => `@${author.username}`, 'Wombat by author'],
    ['topic', () => 'Marsupials', 'Wombat in topic'],
    ['tag', () => '#Dig', 'Wombat with tag'],
    ['model', () => 'claude', 'Wombat for model'],
    ['word', () => ' dig ', 'Wombat école'],
    ['word', () => 'ÉCOLE', 'Wombat école'],
    ['word', () => 'learn  to', 'Wombat école'],
  ] as const)(
    'of a %s hides its posts from feeds and searches until it is removed',
    async (kind, valueIn, hidden) => {
      const scene = await aScene()
      const { id } = await mute(scene.me, kind, valueIn(scene))
      for (const url of FEEDS)
        expect([url, await titlesAt(scene.me, url)]).toEqual([url, ALL.filter((title) => title !== hidden)])
      expect((await send('GET', '/api/posts/new-count?since=0_0_1', scene.me.headers)).body.count).toBe(5)
      await send('DELETE', `/api/user/mutes/${id}`, scene.me.headers)
      for (const url of FEEDS) expect([url, await titlesAt(scene.me, url)]).toEqual([url, ALL])
    },
  )

  it('hides nothing from what is asked for by its own name', async () => {
    const { me, author } = await aScene()
    await mute(me, 'member', author.username)
    await mute(me, 'topic', 'marsupials')
    await mute(me, 'tag', 'dig')
    await mute(me, 'model', 'claude')
    for (const [url, title] of [
      ['/api/topics/marsupials/posts', 'Wombat in topic'],
      ['/api/search?q=wombat topic:marsupials', 'Wombat in topic'],
      ['/api/posts?tag=dig', 'Wombat with tag'],
      ['/api/search?q=wombat tag:dig', 'Wombat with tag'],
      ['/api/posts?models=claude', 'Wombat for model'],
      ['/api/search?q=wombat model:claude', 'Wombat for model'],
      [`/api/search?q=wombat author:${author.username}`, 'Wombat by author'],
    ] as const)
      expect([url, await titlesAt(me, encodeURI(url))]).toEqual([url, [title]])
    const profile = await send('GET', `/api/users/${author.username}`, me.headers)
    expect(profile.body.posts).toHaveLength(1)
  })

  it('hides what one follows from the Following feed, and never what one has written', async () => {
    const { me, author } = await aScene()
    await send('POST', `/api/users/${author.id}/follow`, me.headers)
    await seedPost(database, { by: me, title: 'Wombat of mine' })
    const following = '/api/posts?following=true&sortBy=new'
    expect(await titlesAt(me, following)).toEqual(['Wombat by author'])
    await mute(me, 'word', 'wombat')
    expect(await titlesAt(me, following)).toEqual([])
    expect(await titlesAt(me, '/api/posts?sortBy=new')).toEqual(['Wombat of mine'])
  })

  it('finds words in scripts without spaces, and takes characters as they are', async () => {
    const me = await aMember()
    await seedPost(database, { title: '黒猫です' })
    await seedPost(database, { title: 'C++ and .*' })
    await seedPost(database, { title: 'Plain C' })
    await mute(me, 'word', '猫')
    await mute(me, 'word', 'c++')
    expect(await titlesAt(me, '/api/posts?sortBy=new')).toEqual(['Plain C'])
  })

  it('of a tag holds under its new name, too', async () => {
    const { me } = await aScene()
    await mute(me, 'tag', 'dig')
    await sql`insert into tag_redirects (name, target) values ('dig', 'burrow')`
    await seedPost(database, { title: 'Wombat below', tags: ['burrow'] })
    expect(await titlesAt(me, '/api/posts?sortBy=new')).not.toContain('Wombat below')
  })

  it('leaves notifications out of the list and out of both counts', async () => {
    const [me, other] = [await aMember(), await aMember()]
    const post = await seedPost(database, { by: me })
    const notifications = async () => {
      const hash = hashSessionToken(me.headers.cookie?.split('=')[1] ?? '')
      return [
        (await send('GET', '/api/notifications', me.headers)).body.length,
        (await send('GET', '/api/notifications/unread-count', me.headers)).body.count,
        (await selectMemberLayoutData(database, hash))?.replies['GET /api/notifications/unread-count'],
      ]
    }
    const comment = { postId: post.id, content: 'Look at my casino' }
    expect((await send('POST', '/api/comments', other.headers, comment)).status).toBe(200)
    expect(await notifications()).toEqual([1, 1, { count: 1 }])
    for (const [kind, value] of [
      ['member', other.username],
      ['word', 'casino'],
    ] as const) {
      const { id } = await mute(me, kind, value)
      expect([kind, await notifications()]).toEqual([kind, [0, 0, { count: 0 }]])
      await send('DELETE', `/api/user/mutes/${id}`, me.headers)
    }
    // What one has written oneself is about nothing that one has muted.
    await mute(me, 'word', 'prompt')
    expect(await notifications()).toEqual([1, 1, { count: 1 }])
  })

  it('leaves out notifications about posts of others in what is muted', async () => {
    const [me, other] = [await aMember(), await aMember()]
    const topic = await seedTopic(database, { name: 'Gambling' })
    const post = await seedPost(database, { topic })
    const comment = await seedComment(database, { on: post, by: me })
    await send('POST', '/api/votes', other.headers, { commentId: comment.id, value: 1 })
    const count = async () => (await send('GET', '/api/notifications/unread-count', me.headers)).body.count
    expect(await count()).toBe(1)
    await mute(me, 'topic', 'Gambling')
    expect(await count()).toBe(0)
  })
})

describe('The list of mutes', () => {
  it('names what is muted, last muted first, and keeps each once', async () => {
    const { me, author } = await aScene()
    const { id } = await mute(me, 'member', author.username)
    expect((await mute(me, 'member', author.username.toUpperCase())).id).toBe(id)
    await mute(me, 'topic', 'Marsupials')
    await mute(me, 'word', 'Casino')
    expect((await send('GET', '/api/user/mutes', me.headers)).body).toMatchObject([
      { kind: 'word', value: 'casino', member: null },
      { kind: 'topic', value: 'Marsupials', member: null },
      { id, kind: 'member', value: null, member: { id: author.id, username: author.username } },
    ])
    expect((await send('GET', '/api/user/mutes', author.headers)).body).toEqual([])
    await send('DELETE', `/api/user/mutes/${id}`, author.headers)
    expect((await send('GET', '/api/user/export', me.headers)).body.mutes).toHaveLength(3)
    await sql`delete from users where id = ${author.id}`
    await sql`delete from topics`
    expect((await send('GET', '/api/user/mutes', me.headers)).body).toHaveLength(1)
  })

  it('refuses what there is not, oneself, and more than a hundred', async () => {
    const me = await aMember()
    const codeOf = async (kind: string, value: string) =>
      (await send('POST', '/api/user/mutes', me.headers, { kind, value })).body.code
    expect(await codeOf('member', 'nobody')).toBe('user-not-found')
    expect(await codeOf('member', me.username)).toBe('cannot-mute-yourself')
    expect(await codeOf('topic', 'nothing')).toBe('topic-not-found')
    expect(await codeOf('model', 'nothing')).toBe('validation-failed')
    expect(await codeOf('tag', '!')).toBe('validation-failed')
    expect(await codeOf('word', '\u200b')).toBe('validation-failed')
    expect(await codeOf('word', 'x'.repeat(51))).toBe('validation-failed')
    for (let index = 0; index < 100; index += 1) await mute(me, 'word', `word ${index}`)
    expect(await codeOf('word', 'one more')).toBe('too-many-mutes')
    expect(await titlesAt(me, '/api/posts?sortBy=new')).toEqual([])
    expect((await mute(me, 'word', 'word 5')).id).toBeGreaterThan(0)
  })
})

it('sends no statement more for members with mutes and blocks, and looks for neither for members without', async () => {
  const { me, author } = await aScene()
  const urls = [...FEEDS, '/api/notifications']
  const readAll = async (): Promise<string[][]> => {
    const read: string[][] = []
    for (const url of urls) {
      await send('GET', url, me.headers)
      statements.length = 0
      expect((await send('GET', url, me.headers)).status).toBe(200)
      read.push([...statements])
    }
    return read
  }
  const without = await readAll()
  const looking = without.flat().filter((text) => /member_(mutes|blocks)/.test(text))
  expect(looking.filter((text) => !text.includes('from sessions'))).toEqual([])
  await mute(me, 'word', 'casino')
  await send('POST', `/api/users/${author.id}/block`, me.headers)
  expect((await readAll()).map(({ length }) => length)).toEqual(without.map(({ length }) => length))
})

it('finds by the index that a member has neither, also if a few members have most mutes and blocks', async () => {
  await sql`insert into users (username, google_id) select 'many' || n, 'test:many' || n from generate_series(1, 600) n`
  await sql`
    insert into member_blocks (blocker_id, blocked_id)
    select few.id, others.id from (select id from users order by id limit 10) few, users others where few.id <> others.id`
  await sql`
    insert into member_mutes (user_id, kind, value)
    select few.id, 'tag', 'tag' || n from (select id from users order by id limit 10) few, generate_series(1, 600) n`
  await sql`analyze member_blocks, member_mutes, users`
  const plan = await sql<object[]>`explain select ${viewerColumns(sql)} from users u where u.id = 1`
  const lines = plan.flatMap((line) => Object.values(line))
  expect(lines.filter((line) => line.includes('Index Only Scan using member_'))).toHaveLength(3)
  expect(lines.filter((line) => line.includes('Seq Scan on member_'))).toEqual([])
})
