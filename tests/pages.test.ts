import { hash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { createRenderer } from '#app/web/entry-server.tsx'
import { pageRoutes } from '#app/web/routes.ts'
import { type PageName, pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import { readConfig } from '#server/config.ts'
import { setTransport } from '#web/api-client.ts'
import {
  seedCollection,
  seedComment,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
} from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const renderer = createRenderer(
  { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildApp({
  config: readConfig({ RATE_LIMIT_SCALE: '0' }),
  database,
  renderer,
  eventLoopLag: () => 0,
})
afterAll(() => app.close())

// Visitors' pages are cached, so that the requests of all tests are recorded.
const sentOverHttp: string[] = []
setTransport(async (url) => {
  sentOverHttp.push(url)
  return { status: 500, body: '' }
})

const topic = await seedTopic(database, { name: 'Machine learning' })
const by = await seedUser(database)
const general = { ...(await seedPost(database, { title: 'General', by })), isPrivate: false }
const inTopic = { ...(await seedPost(database, { title: 'Trees', topic })), isPrivate: false, topic }
const secret = { ...(await seedPost(database, { title: 'Secret', isPrivate: true })), isPrivate: true }
await database.sql`update posts set tags = '{seo}' where id = ${general.id}`
const collection = { id: await seedCollection(database, by, 'public', general), title: 'Best of' }
const suggestion = await seedSuggestedEdit(database, general, by)
const commentOn = async (post: typeof general) =>
  paths.comment(post, (await seedComment(database, { on: post })).id)

/** The names of pages whose paths have parameters. */
type NamedPage = {
  [N in PageName]: (typeof pages)[N]['path'] extends `${string}:${string}` | '*' ? N : never
}[PageName]

type Visit = [path: string, status: number, title: string | undefined]

/** The expected result of visiting each page: the path, the status and the title. */
const visits: Record<NamedPage, Visit> & Partial<Record<PageName, Visit>> = {
  home: [paths.home, 200, 'Prompts – a library of AI prompts to discover and share'],
  popular: [paths.popular, 200, 'Trending Posts'],
  new: [paths.newest, 200, 'New Posts'],
  leaderboard: [paths.leaderboard, 200, 'Leaderboard: Top Contributors'],
  optimize: [paths.optimize, 200, 'Optimize your AI prompts'],
  topic: [paths.topic(topic.name), 200, 'Machine Learning'],
  tag: [paths.tag('seo'), 200, '#seo'],
  collection: [paths.collection(collection), 200, 'Best of'],
  'slug-post': [paths.post(inTopic), 200, 'Post - Trees'],
  'slug-comment': [await commentOn(inTopic), 200, 'Post - Trees'],
  post: [paths.post({ ...general, seoSlug: null }), 200, 'Post - General'],
  'post-comment': [await commentOn(general), 200, 'Post - General'],
  'post-versions': [paths.versions(general.id), 200, 'Post - Versions of “General”'],
  'suggest-edit': [paths.suggestEdit(general.id), 200, 'Post - Suggest an edit of “General”'],
  'suggested-edits': [paths.suggestedEdits(general.id), 200, 'Post - Suggested edits of “General”'],
  'suggested-edit': [
    paths.suggestedEdit(general.id, suggestion),
    200,
    `Post - Edit suggested by ${by.username}`,
  ],
  'post-lineage': [paths.lineage(general.id), 200, 'Post - Remixes and sources of “General”'],
  'post-version': [paths.version(general.id, 1), 200, 'Post - Version 1 - General'],
  'private-post': [paths.post(secret), 200, 'Prompts'],
  'private-comment': [await commentOn(secret), 200, 'Prompts'],
  profile: [paths.profile(by.username), 200, 'Prompts'],
  statement: [paths.statement(1), 200, 'Decision'],
  admin: [paths.admin, 200, 'Prompts'],
  settings: [paths.settings, 200, 'Prompts'],
  notifications: [paths.notifications, 200, 'Prompts'],
  bookmarks: [paths.bookmarks, 200, 'Bookmarked Posts'],
  'private-posts': [paths.privatePosts, 200, 'Private Posts'],
  developers: ['/developers', 200, 'Developers'],
  connect: [paths.connect('x'.repeat(21)), 200, 'Connect a program'],
  'complete-profile': [paths.completeProfile, 302, undefined],
  'auth-callback': [paths.signInCallback, 200, 'Signing you in…'],
  'auth-popup': [paths.signInPopup, 200, 'Signing you in…'],
  'auth-signed-out': [paths.signedOut, 200, 'You&#x27;ve been signed out'],
  'not-found': ['/no/such/page', 404, 'Page Not Found'],
}

/**
 * Returns the expected result for a page that has no entry in `visits`; its path and title come from the table of
 * pages.
 */
const visitOf = (name: PageName): Visit => {
  const { path, title } = pages[name]
  return visits[name] ?? [path, 200, typeof title === 'string' ? title : 'Prompts']
}

describe.each(Object.keys(pages) as PageName[])('the page %s', (name) => {
  const [path, status, title] = visitOf(name)

  it('has the path that links lead to', () => {
    expect(pageRoutes.find(({ pattern }) => pattern.test(path))?.name).toBe(name)
  })

  it('is served to visitors with its status and title', async () => {
    const { statusCode, body } = await app.inject(path)
    expect([statusCode, /<title>([^<]*)<\/title>/.exec(body)?.[1]]).toEqual([status, title])
    const isNoindex = /<meta name="robots"[^>]*noindex/.test(body)
    const { isNoindex: expected, isDisallowed } = pages[name]
    if (status === 200) expect(isNoindex).toBe(Boolean(expected || isDisallowed))
  })

  it.runIf(status === 200 && !pages[name].isNoindex && !pages[name].isDisallowed)(
    'has a canonical link, because search engines index it',
    async () => {
      expect((await app.inject(path)).body).toMatch(/<link rel="canonical" href="https:/)
    },
  )

  it('has no inline script that its policy rejects', async () => {
    const { body, headers } = await app.inject(path)
    for (const [, code = ''] of body.matchAll(/<script>([\s\S]*?)<\/script>/g))
      expect(headers['content-security-policy']).toContain(`'sha256-${hash('sha256', code, 'base64')}'`)
    expect(body.includes('<script>')).toBe(status !== 302)
  })

  it('is in the sitemap and in robots.txt as the table says', async () => {
    const { isInSitemap, isDisallowed } = pages[name]
    const [sitemap, robots] = await Promise.all([app.inject(paths.sitemapPart(0)), app.inject(paths.robots)])
    const isListed = sitemap.body.includes(`<loc>http://localhost:3000${path}</loc>`)
    expect(isListed).toBe(Boolean(isInSitemap) || name === 'topic')
    const prefixes = [...robots.body.matchAll(/Disallow: (.*)/g)].map(([, prefix]) => prefix ?? '')
    expect(prefixes.some((prefix) => path.startsWith(prefix))).toBe(Boolean(isDisallowed))
  })
})

it.each([
  ['a visitor', {}],
  ['an admin', await seedSession(database, await seedUser(database, { isAdmin: true }))],
])('loads the data of every page for %s within the process', async (_, headers) => {
  const names = Object.keys(pages) as PageName[]
  for (const path of [...names.map((name) => visitOf(name)[0]), paths.search('trees')])
    await app.inject({ url: path, headers })
  expect(sentOverHttp).toEqual([])
})

it('shows the version of the site on the About page', async () => {
  expect((await app.inject('/about')).body).toContain('Prompt Collection <!-- -->1.0.0</p>')
})

it('keeps robots.txt in this order', async () => {
  expect((await app.inject(paths.robots)).body).toMatchInlineSnapshot(`
    "User-agent: *
    Disallow: /api/
    Disallow: /bookmarks
    Disallow: /private-posts
    Disallow: /drafts
    Disallow: /collections
    Disallow: /private/
    Disallow: /admin
    Disallow: /reports
    Disallow: /settings
    Disallow: /notifications
    Disallow: /connect/

    Sitemap: http://localhost:3000/sitemap.xml
    "
  `)
})
