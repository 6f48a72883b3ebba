import { expect, it } from 'vitest'
import { postFieldNames } from '#features/posts/contract-fields.ts'
import { seedPermissionFixtures } from './permissions/fixtures.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

/** Fields that users must not set, as spelled in the API and in the tables. */
const extraFields = {
  isAdmin: true,
  is_admin: true,
  karma: 99_999,
  isMuted: false,
  isModerator: true,
  is_moderator: true,
  moderatedTopics: [1],
  moderated_topics: [1],
  isSuspended: false,
  muteEndsAt: '2001-01-01T00:00:00.000Z',
  suspensionEndsAt: '2001-01-01T00:00:00.000Z',
  googleId: 'x',
  google_id: 'x',
  profile_completed: true,
  totalUpvotes: 99_999,
  totalEngagement: 99_999,
  optimized: 99_999,
  allTimeReveals: 99_999,
  score: 99_999,
  version: 99_999,
  revision: 99_999,
  promptVersion: 99_999,
  publicVersion: 99_999,
  publicSince: '2001-01-01T00:00:00.000Z',
  isRemix: true,
  restriction: 'removed',
  labels: ['sensitive'],
  restrictedTopicId: 1,
  restrictedAsPrivate: true,
  restrictedSince: '2001-01-01T00:00:00.000Z',
  hasResults: true,
  hasSuggestedEdits: true,
  suggestedEdits: 99_999,
  mentions: ['smuggled'],
  hiddenText: [],
  commentCount: 99_999,
  bookmarkCount: 99_999,
  userId: 1,
  user_id: 1,
  id: 99_999,
  createdAt: '2001-01-01T00:00:00.000Z',
  seoSlug: 'smuggled',
  formerSlug: 'smuggled',
  promptLength: 99_999,
  privateId: 'smuggled',
  isHot: true,
  status: 'approved',
  isDeleted: true,
}
/** The fields that a member can set when publishing a post, in addition to the declared post fields. */
const CHOSEN = ['remixOf', 'topicId', 'isPrivate']

it('tries every column of a post that members cannot set', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'posts'`
  const columns = rows.map(({ name }) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()))
  const ofMembers = [...postFieldNames, ...CHOSEN]
  expect(columns).toEqual(expect.arrayContaining(ofMembers))
  expect(Object.keys(extraFields)).toEqual(
    expect.arrayContaining(columns.filter((name) => !ofMembers.includes(name))),
  )
})

const NOBODYS = new Set(['POST /api/auth/{provider}', 'POST /api/auth/token', 'DELETE /api/user'])
/**
 * Returns the extra fields that the endpoint legitimately accepts: admins mark a topic as hot by sending `isHot`, and a
 * decision names the `revision` that the moderator has read, and `labels` are a parameter of one, refused for the others.
 */
const ownFields = (endpoint: string): string[] => {
  if (endpoint.endsWith('/hot')) return ['isHot']
  return endpoint === 'POST /api/moderation/cases/{id}/decisions' ? ['revision', 'labels'] : []
}

const writes = Object.entries(permissions).filter(
  ([endpoint]) => !endpoint.startsWith('GET ') && !NOBODYS.has(endpoint),
)

const stored = async (id: number) => {
  const found = await database.sql`
    select u.is_admin, u.karma, u.is_muted, u.google_id, u.total_upvotes, u.total_engagement, u.optimized,
      u.all_time_reveals,
      (select jsonb_agg(jsonb_build_array(p.user_id, abs(p.score) > 99, p.comment_count > 99, p.bookmark_count > 99,
        p.id = 99999, p.created_at < '2002-01-01', p.seo_slug, p.private_id = 'smuggled', p.prompt_length > 9999) order by p.id)
        from posts p where p.user_id = u.id) as posts,
      (select count(*)::integer from comments c
        where c.id = 99999 or (c.user_id = u.id and (c.score > 99 or c.is_deleted or c.created_at < '2002-01-01'))) as comments,
      (select count(*)::integer from topics where is_hot or id = 99999) as topics,
      (select count(*)::integer from topic_requests where status <> 'pending' or id = 99999) as requests
    from users u where u.id = ${id}`
  return found[0]
}

it.each(writes)('%s ignores fields that do not belong in its body', async (endpoint, [, , call]) => {
  const actor = /\/(admin|moderation)\//.test(endpoint)
    ? 'admin'
    : endpoint.includes('complete')
      ? 'incomplete'
      : 'owner'
  // The same request is sent with and without the extra fields, and the outcomes are compared.
  const outcomes = []
  for (const extra of [{}, extraFields]) {
    const world = await seedPermissionFixtures(database, actor)
    const request = (await call?.(world)) ?? {}
    const [method = '', path = ''] = endpoint.split(' ')
    const own = Object.fromEntries(
      Object.entries(extra).filter(([key]) => !ownFields(endpoint).includes(key)),
    )
    const { statusCode } = await app.inject({
      method: method as 'POST',
      url:
        path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.path?.[name] ?? '')) +
        (request.query ? `?${request.query}` : ''),
      headers: world.headers,
      ...(request.body ? { payload: { ...own, ...request.body } } : {}),
    })
    const { google_id, googleId, posts, ...rest } = (await stored(world.asking.id)) ?? {}
    const facts = (posts as unknown[][] | null)?.map(([userId, ...more]) => [
      userId === world.asking.id,
      ...more.map((fact) => (typeof fact === 'string' ? fact === 'smuggled' : fact)),
    ])
    outcomes.push({ statusCode, ...rest, isOwn: (googleId ?? google_id) !== 'x', facts })
    await database.sql`delete from topics where is_hot`
  }
  expect(outcomes[1]).toEqual(outcomes[0])
})
