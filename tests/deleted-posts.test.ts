import { describe, expect, it } from 'vitest'
import { paths } from '#core/paths.ts'
import { verifyCounts } from '#database/verify-counts.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { purgeDeletedPosts } from '#use-cases/purge-posts.ts'
import { type Actor, type PermissionFixtures, seedPermissionFixtures } from './permissions/fixtures.ts'
import { buildRequest } from './permissions/request.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp } from './support/app.ts'
import { seedCollection, seedComment, seedPost, seedSuggestedEdit } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'
import { recomputeCounts } from './support/recompute-counts.ts'

/**
 * A deleted post is hidden at once, and its rows are purged afterwards. Between the two, every endpoint must respond to
 * everybody as it does once the rows are gone.
 */

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)

/** `other` has access to a private post. */
const callers: readonly Actor[] = ['visitor', 'member', 'owner', 'other', 'admin']

/** Gives whoever sends the requests one of everything that refers to a post. */
const touchPost = async ({ post, secret, asking, owner }: PermissionFixtures) => {
  const reply = await seedComment(database, { on: post, by: asking, content: 'Wombats have replied' })
  await seedComment(database, { on: post, by: owner, parent: reply })
  await seedSuggestedEdit(database, post, asking)
  const collection = await seedCollection(database, asking, 'public', post)
  const source = await seedPost(database, { by: asking })
  await sql`update posts set remix_of = ${source.id}, is_remix = true where id = ${post.id}`
  const remix = await seedPost(database, { by: asking })
  await sql`update posts set remix_of = ${post.id}, is_remix = true where id = ${remix.id}`
  for (const { id } of [post, secret]) {
    await sql`insert into votes (post_id, user_id, value) values (${id}, ${asking.id}, 1)`
    await sql`insert into user_post_bookmarks (post_id, user_id) values (${id}, ${asking.id})`
    await sql`insert into post_reveals (post_id, user_id) values (${id}, ${asking.id})`
    await sql`insert into private_post_grants (post_id, user_id) values (${id}, ${asking.id}) on conflict do nothing`
    await sql`insert into notifications (user_id, type, post_id, from_user_id) values (${asking.id}, 'upvote', ${id}, ${asking.id}) on conflict do nothing`
  }
  await sql`
    insert into post_results (post_id, user_id, model, prompt_version, worked) values (${post.id}, ${asking.id}, 'claude', 1, true)`
  await sql`update posts set has_results = true where id = ${post.id}`
  return { remix, reply, collection }
}

const createWorld = async (actor: Actor) => {
  const world = await seedPermissionFixtures(database, actor)
  await touchPost(world)
  return world
}
const prepareRequest = async (endpoint: string, actor: Actor, world: PermissionFixtures) => {
  const request = buildRequest(endpoint, world, (await permissions[endpoint]?.[2]?.(world)) ?? {})
  // A visitor's response would come from the cache the second time.
  if (actor === 'visitor') Object.assign(request.headers, { cookie: `session=${'x'.repeat(32)}` })
  return request
}

/** The endpoints that may tell members of rows of their own that are not purged yet. They say nothing of the post. */
const exempt = [
  'GET /api/user/export',
  'GET /api/admin/users/{id}/belongings',
  'POST /api/notifications/{id}/read',
  // Its response does not end.
  'GET /api/notifications/stream',
]
const endpoints = Object.keys(permissions).filter((endpoint) => !exempt.includes(endpoint))
const reads = endpoints.filter((endpoint) => endpoint.startsWith('GET'))
const writes = endpoints.filter((endpoint) =>
  /^(?!GET).*\/(posts|comments|votes|reveal|collections|bookmarks?|drafts)/.test(endpoint),
)

type Prepared = { world: PermissionFixtures; requests: Map<string, ReturnType<typeof buildRequest>> }

/** Creates a world for each caller, with a request to each of the endpoints. */
const prepareRequests = async (called: readonly string[]) => {
  const prepared = new Map<Actor, Prepared>()
  for (const actor of callers) {
    const world = await createWorld(actor)
    const requests: Prepared['requests'] = new Map()
    for (const endpoint of called) requests.set(endpoint, await prepareRequest(endpoint, actor, world))
    prepared.set(actor, { world, requests })
  }
  await recomputeCounts(sql)
  const ids = [...prepared.values()].flatMap(({ world: { post, secret } }) => [post.id, secret.id])
  await sql.begin((tx) => markPostsDeleted(tx, ids))
  return { prepared, ids }
}

/** Sends all requests one after another. Returns the responses of each endpoint to the callers. */
const respondToAll = async (prepared: ReadonlyMap<Actor, Prepared>) => {
  const responses = new Map<string, { actor: Actor; statusCode: number; body: string }[]>()
  for (const [actor, { requests }] of prepared)
    for (const [endpoint, request] of requests) {
      const { statusCode, body } = await app.inject(request)
      responses.set(endpoint, [...(responses.get(endpoint) ?? []), { actor, statusCode, body }])
    }
  return responses
}

describe('a read', async () => {
  const { prepared, ids } = await prepareRequests(reads)
  const meanwhile = await respondToAll(prepared)
  await purgeDeletedPosts(sql, { ids })
  const afterwards = await respondToAll(prepared)

  it.each(reads)(
    '%s responds to everybody while a post is being purged as it does afterwards',
    (endpoint) => {
      expect(meanwhile.get(endpoint)).toHaveLength(callers.length)
      expect(meanwhile.get(endpoint)).toEqual(afterwards.get(endpoint))
    },
  )
})

describe('a write', async () => {
  const respondToWrites = async (purges: boolean) => {
    const { prepared, ids } = await prepareRequests(writes)
    if (purges) await purgeDeletedPosts(sql, { ids })
    return respondToAll(prepared)
  }
  const meanwhile = await respondToWrites(false)
  const differences = await verifyCounts(sql)
  const afterwards = await respondToWrites(true)
  // Bodies are not compared: they contain ids, which differ between the requests meanwhile and those afterwards.
  const statuses = (responses: typeof meanwhile, endpoint: string) =>
    responses.get(endpoint)?.map(({ actor, statusCode }) => `${actor} ${statusCode}`)

  it.each(writes)(
    '%s responds to everybody while a post is being purged as it does afterwards',
    (endpoint) => {
      expect(meanwhile.get(endpoint)).toHaveLength(callers.length)
      expect(statuses(meanwhile, endpoint)).toEqual(statuses(afterwards, endpoint))
    },
  )
  it('leaves all counts right', () => {
    expect(differences).toEqual([])
  })
})

it('says nothing of a post that is being purged where something refers to it', async () => {
  for (const actor of callers) {
    const world = await seedPermissionFixtures(database, actor)
    const { post, topic, asking, owner, headers } = world
    const { remix, reply, collection } = await touchPost(world)
    const urls = [
      `/api/posts/${remix.id}`,
      `/api/posts/${remix.id}/lineage`,
      `/api/posts/${remix.id}/related`,
      `/api/posts/${post.id}/comments?comment=${reply.id}`,
      `/api/votes/${reply.id}`,
      `/api/collections/${collection}`,
      `/api/collections/${collection}/export?format=json`,
      `/api/user/collections?postId=${post.id}`,
      `/api/user/posts/export?ids=${post.id},${remix.id}`,
      `/api/users/${asking.username}/collections`,
      `/api/users/${owner.username}`,
      '/api/search?q=titel',
      `/api/search?q=author:${owner.username}`,
      `/api/topics/${topic.slug}/posts`,
      `/c/${collection}`,
      paths.collectionFeed(collection),
      paths.topicFeed(topic.slug),
      paths.newFeed,
      paths.postMarkdown(post.id),
      paths.postPreviewImage(post.id),
      paths.sitemapPart(1),
      paths.llms,
    ]
    const respondAll = async () => {
      const responses: unknown[] = []
      for (const url of urls) {
        const response = await app.inject({
          url,
          headers: { cookie: `session=${'x'.repeat(32)}`, ...headers },
        })
        responses.push([url, response.statusCode, response.body.replaceAll(/nonce="[^"]*"/g, '')])
      }
      return responses
    }
    await sql.begin((tx) => markPostsDeleted(tx, [post.id]))
    const meanwhile = await respondAll()
    await purgeDeletedPosts(sql)
    expect.soft(meanwhile, actor).toEqual(await respondAll())
  }
})
