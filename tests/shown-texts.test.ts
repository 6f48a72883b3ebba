import { createRequire } from 'node:module'
import { parseRssFeed } from 'feedsmith'
import { expect, it, vi } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { markdownToPlainText } from '#core/markdown-to-plain-text.ts'
import { parseMarkdown } from '#core/parse-markdown.ts'
import { paths } from '#core/paths.ts'
import { cleanText } from '#core/text.ts'
import { buildTestApp } from './support/app.ts'
import { seedComment, seedPost, seedSession, seedTopic, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const require = createRequire(import.meta.url)
const naughtyStrings: string[] = require('big-list-of-naughty-strings')

/** Grapheme clusters, directions and normalization forms, as in Unicode's own samples for UAX #9, #15 and #29. */
const unicodeSamples = [
  'e\u0301 é \u1E9B\u0323 ﬁ Å Å 각 각 ｶﾞ ﾊﾟ',
  '🇩🇪🇫🇷 👩🏽\u200D🚀 👨\u200D👩\u200D👧\u200D👦 1️⃣ क्षि நி ก็ำ Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!',
  'abc \u202Eסדר הפוך\u202C 123 \u2066مرحبا\u2069 (car) مثال, 5-3=2 \u200Fend',
  'Title \u2028 with \u2029 separators \u0085 and \u00A0spaces\u3000',
  '\uFFFE\uFFFF non-characters \uFDD0 \u{1FFFE} private \uE000 \u{10FFFD}',
  '</title><script>alert(1)</script>',
  ']]></title><!-- --> &lt;b&gt; &amp;amp; \' " ` ${x} {{y}} \\n %s %00',
  '# not *a* _heading_ [x](https://example.org) <b>bold</b> &copy; `code` ~~gone~~ #',
  '1. item',
  '- item',
  '+1',
  'Learn C #',
]
const isFull = process.env.FULL_TESTS === 'true'
if (isFull) vi.setConfig({ testTimeout: 600_000 })
const samples = [
  ...new Set(
    [...unicodeSamples, ...naughtyStrings.filter((_, index) => isFull || index % 16 === 3)]
      .map((text) => cleanText(text).slice(0, 190).toWellFormed())
      .filter(Boolean),
  ),
]

const database = await createTestDatabase()
const renderer = createRenderer(
  { name: 'Prompts', url: 'http://localhost:3000', version: '1.0.0' },
  { scripts: [], styles: [], preloads: [] },
)
const app = await buildTestApp(database, {}, renderer)
const by = await seedUser(database)
const headers = await seedSession(database, by)
const posts = await Promise.all(
  samples.map(async (title) => {
    const topic = await seedTopic(database)
    const post = await seedPost(database, { by, topic, title, description: title, prompt: title })
    await seedComment(database, { on: post, by, content: title })
    return { ...post, topic, title }
  }),
)
const get = async (url: string) => {
  const response = await app.inject({ url, headers })
  expect(response.statusCode, url).toBe(200)
  return response
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'", '#39': "'" }
/** Returns the text of HTML as a browser shows it. Browsers read every line break as a line feed. */
const textOf = (html = ''): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

it.each(posts)('shows the text $title on its page as written', async ({ id, topic, seoSlug, title }) => {
  const { body } = await get(`/t/${topic.slug}/${seoSlug}`)
  const written = withLineFeeds(title)
  const [, pageTitle] = /<title>(.*?)<\/title>/s.exec(body) ?? []
  expect(collapse(textOf(pageTitle))).toContain(collapse(written))
  const [, heading] = /<h1[^>]*>(.*?)<\/h1>/s.exec(body) ?? []
  expect(textOf(heading)).toBe(written)
  const data = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(data.length).toBeGreaterThan(0)
  for (const [, json = ''] of data) expect(() => JSON.parse(json)).not.toThrow()
  expect(data.map(([, json]) => JSON.parse(json ?? '')).flatMap((one) => one.headline ?? [])).toContain(title)
  if (/<\/?\w/.test(title)) expect(body).not.toContain(title)
  const shown = textOf(body.replace(/<(script|style)\b.*?<\/\1>/gs, ''))
  for (const word of words(title)) expect(shown).toContain(word)
  expect((await get(`/api/posts/${id}`)).json()).toMatchObject({ title, description: title, prompt: title })
})

// In a bare URL, a backslash is part of the URL, so no mark in it can be escaped.
const postsWithoutMarkInUrl = posts.filter(({ title }) => !/https?:\/\/[^\s"<>]*[\\`*[\]<>]/i.test(title))

it.each(postsWithoutMarkInUrl)('exports the text $title as Markdown that shows it', async ({ id, title }) => {
  const [heading = ''] = (await get(`/post/${id}.md`)).body.split('\n')
  expect(parseMarkdown(heading)).toMatchObject([{ kind: 'heading' }])
  expect(markdownToPlainText(heading)).toBe(collapse(title))
})

it.each(posts)('shows the text $title in a feed reader', async ({ topic, title }) => {
  const feed = parseRssFeed((await get(paths.topicFeed(topic.name))).body)
  // XML does not allow some characters at all, and reads every line break as a line feed.
  const written = withLineFeeds(title).replace(/[\uFFFE\uFFFF]/g, '')
  expect(feed.items?.map((item) => item.title)).toEqual([written.trim()])
})

it('exports the texts with the account and as JSON', async () => {
  const { posts: exported, comments } = (await get('/api/user/export')).json()
  for (const title of samples) {
    expect(exported).toContainEqual(expect.objectContaining({ title, description: title, prompt: title }))
    expect(comments).toContainEqual(expect.objectContaining({ content: title }))
  }
})

it('draws a link picture for each text', async () => {
  for (const { id, title } of isFull ? posts : posts.slice(0, unicodeSamples.length)) {
    const { statusCode } = await app.inject(paths.postPreviewImage(id))
    expect(statusCode, title).toBe(200)
  }
})
