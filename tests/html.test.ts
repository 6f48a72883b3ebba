import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { createRenderer } from '#app/web/entry-server.tsx'
import { type PageName, pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import { buildTestApp } from './support/app.ts'
import {
  seedCollection,
  seedComment,
  seedDraft,
  seedPost,
  seedSession,
  seedSuggestedEdit,
  seedTopic,
  seedUser,
  seedVersion,
} from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { createTestImage, toDataUrl } from './support/samples.ts'

const database = await createTestDatabase()
const renderer = createRenderer(
  { name: 'Prompts', url: 'https://prompts.example', version: '1.0.0' },
  { scripts: ['/assets/entry.js'], styles: ['/assets/entry.css'], preloads: [] },
)
const app = await buildTestApp(database, {}, renderer)

/** Text with every mark that descriptions and comments can have. */
const markdown = `# Use

Some *emphasized*, **strong** text with \`code\`, [a link](https://example.org "Title") and https://example.org/a.

> A quote
> - with a list

1. One
   - nested

   \`\`\`
   code
   \`\`\`
2. Two @nobody`

const topic = await seedTopic(database, { name: 'Machine learning' })
const by = await seedUser(database, { isAdmin: true })
const headers = await seedSession(database, by)
const publish = async (fields: object) => {
  const payload = {
    title: 'Trees',
    description: markdown,
    prompt: 'Name ${count:3} trees of {{place}}.',
    ...fields,
  }
  const response = await app.inject({ method: 'POST', url: '/api/posts', headers, payload })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const picture = toDataUrl(await createTestImage(30, 20).png().toBuffer())
const general = await publish({ type: 'Image', exampleFiles: [picture], tags: ['seo'], models: [] })
const inTopic = await publish({ topicId: topic.id, prompt: 'Another', models: ['claude'] })
const secret = await publish({ isPrivate: true, prompt: 'Secret' })
for (let n = 0; n < 7; n += 1)
  await seedPost(database, { by, topic, title: `Post ${n}`, description: markdown })
const comment = await seedComment(database, { on: inTopic, by, content: markdown })
await seedComment(database, { on: inTopic, parent: comment })
const ownComment = await seedComment(database, { on: general, by })
const secretComment = await seedComment(database, { on: secret, by })
await seedVersion(database, general, 1)
await seedVersion(database, general, 2)
await seedDraft(database, by)
const suggestion = await seedSuggestedEdit(database, general, await seedUser(database))
const [decision] = await database.sql<{ id: number }[]>`
  with decided as (
    insert into moderation_cases (subject_kind, subject_id, author_id, excerpt, is_open)
    values ('post', ${general.id}, ${by.id}, 'Trees', false) returning id)
  insert into moderation_decisions (case_id, action, reason, words, moderator_name, moderator_role)
  select id, 'label', 'Something else', 'It is outdated', 'ada', 'admin' from decided returning id`
const collection = { id: await seedCollection(database, by, 'public', general), title: 'Best of' }
await app.inject({ method: 'POST', url: `/api/posts/${general.id}/bookmark`, headers })

/** The names of pages whose paths have parameters. */
type NamedPage = {
  [N in PageName]: (typeof pages)[N]['path'] extends `${string}:${string}` | '*' ? N : never
}[PageName]

const pathsOfPages: Record<NamedPage, string> = {
  topic: paths.topic(topic.name),
  tag: paths.tag('seo'),
  collection: paths.collection(collection),
  'slug-post': paths.post(inTopic),
  'slug-comment': paths.comment(inTopic, comment.id),
  post: paths.postById(general.id),
  'post-comment': paths.comment(general, ownComment.id),
  'post-versions': paths.versions(general.id),
  'post-version': paths.version(general.id, 1),
  'post-lineage': paths.lineage(general.id),
  'suggest-edit': paths.suggestEdit(general.id),
  'suggested-edits': paths.suggestedEdits(general.id),
  'suggested-edit': paths.suggestedEdit(general.id, suggestion),
  'private-post': paths.post(secret),
  'private-comment': paths.comment(secret, secretComment.id),
  profile: paths.profile(by.username),
  statement: paths.statement(decision?.id ?? 0),
  connect: paths.connect('x'.repeat(21)),
  'not-found': '/no/such/page',
}
const urls = [
  ...(Object.keys(pages) as PageName[])
    // A member with a profile is redirected from here, and a visitor to the sign-in.
    .filter((name) => name !== 'complete-profile')
    .map((name) => (pathsOfPages as Record<string, string>)[name] ?? pages[name].path),
  '/new?view=gallery',
  '/search?q=trees',
  '/admin?tab=users',
  '/admin?tab=topics',
  `${paths.versions(general.id)}?from=1&to=2`,
]

/** The rules of the HTML standard, without those of style. */
const validator = new HtmlValidate(
  new StaticConfigLoader({ root: true, extends: ['html-validate:standard'] }),
)

describe.each([
  ['a visitor', {}],
  ['a member', headers],
])('the HTML that %s gets', (_, sent) => {
  it.each(urls)('is valid: %s', async (url) => {
    const { body, headers: received } = await app.inject({ url, headers: sent })
    expect(received['content-type']).toBe('text/html; charset=utf-8')
    const { results } = await validator.validateString(body)
    const messages = results.flatMap((result) => result.messages)
    expect(messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`)).toEqual([])
    // What the Nu Html Checker also knows of ARIA in HTML.
    expect(body.match(/<article(?![^>]*\brole=)[^>]*\baria-posinset=/g)).toBeNull()
    expect(body.match(/<input(?=[^>]*\btype="checkbox")[^>]*\baria-checked=/g)).toBeNull()
  })
})
