import { recordReleases } from '#features/skills/server/releases-query.ts'
import { createSessionToken, hashSessionToken } from '#server/session/session-cookie.ts'
import {
  seedApiToken,
  seedApplication,
  seedCollection,
  seedDraft,
  seedFailedJob,
  seedSuggestedEdit,
  seedUpload,
  seedUser,
  seedVersion,
  seedWaitingUser,
  seedWebhook,
} from '../support/builders.ts'
import type { PermissionFixtures } from './fixtures.ts'

export type EndpointCall = { path?: Record<string, string | number>; query?: string; body?: object | Buffer }

/**
 * The expected statuses in the order of `actors`: visitor, incomplete, member, owner, other, muted, admin, demoted, suspended, topic
 * moderator, moderator; and
 * of tokens with the scope read, private, write, admin.
 * `call` builds the request and may first create the rows it needs in `world.database`.
 */
type Row = [
  statuses: string,
  tokens: string,
  call?: (world: PermissionFixtures) => EndpointCall | Promise<EndpointCall>,
]

const READ_TOKEN = '200 403 403 403'
const PRIVATE_TOKEN = '403 200 403 403'
const WRITE_TOKEN = '403 403 200 403'
const ADMIN_TOKEN = '403 403 403 200'
/** Only a browser with a session can call these. */
const NO_TOKEN = '403 403 403 403'

const ANYONE = '200 200 200 200 200 200 200 200 200 200 200'
const SIGNED_IN = '401 200 200 200 200 200 200 200 200 200 200'
const COMPLETED = '401 403 200 200 200 200 200 200 403 200 200'
/** What members can do with what is theirs, also while they are suspended. */
const ALSO_SUSPENDED = '401 403 200 200 200 200 200 200 200 200 200'
const ACTIVE = '401 403 200 200 200 403 200 200 403 200 200'
/** Admins, moderators and moderators of the topic. */
const MODERATOR = '401 403 403 403 403 403 200 403 403 200 200'
/** Admins and moderators of the site, not those of a topic. */
const SITE_MODERATOR = '401 403 403 403 403 403 200 403 403 403 200'
const ADMIN = '401 403 403 403 403 403 200 403 403 403 403'
/**
 * The statuses for reads that require access to the post; for `other`, the post is private and appears not to exist.
 */
const SEEN = '200 200 200 200 404 200 200 200 200 200 200'
/** The draft belongs to `owner`; nobody else can access it. */
const AUTHOR = '401 403 404 200 404 404 404 404 403 404 404'
/** As `AUTHOR`, but not for muted members. */
const ACTIVE_AUTHOR = '401 403 404 200 404 403 404 404 403 404 404'
const ACTIVE_WHO_SEE = '401 403 200 200 404 403 200 200 403 200 200'

/** The seeded accounts have no password at the embedded provider. */
const NO_PASSWORD = '401 403 404 404 404 404 404 404 403 404 404'
const passkeyResponse = {
  id: 'id',
  rawId: 'id',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
}

/** Makes the post a skill whose first version is released. */
const skill = async ({ database, post }: PermissionFixtures): Promise<EndpointCall> => {
  await database.sql`update posts set form = 'skill', skill = '{"name":"a-skill"}' where id = ${post.id}`
  await recordReleases(database.sql, [post.id])
  return { path: { id: post.id } }
}
const post = ({ post }: PermissionFixtures): EndpointCall => ({ path: { id: post.id } })
const firstVersion = ({ post }: PermissionFixtures): EndpointCall => ({ path: { id: post.id, number: 1 } })
/** Creates two versions of the post, regardless of what earlier calls have done to the first. */
const editedOnce = async ({ database, post }: PermissionFixtures): Promise<EndpointCall> => {
  await seedVersion(database, post, 1)
  await seedVersion(database, post, 2)
  return { path: { id: post.id, number: 1 } }
}
const suggestedByOther = async ({ database, post }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: post.id, suggestion: await seedSuggestedEdit(database, post, await seedUser(database)) },
})
const suggestedByAsking = async ({ database, post, asking }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: post.id, suggestion: await seedSuggestedEdit(database, post, asking) },
})
const collectionOfOwner = async ({ database, owner }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: await seedCollection(database, owner) },
})
const publicCollection = async ({ database, owner }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: await seedCollection(database, owner, 'public') },
})
const draftOfOwner = async ({ database, owner }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: await seedDraft(database, owner) },
})
const ownPostIn = async ({ database, owner, post }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: await seedCollection(database, owner, 'private', post), postId: post.id },
})
const invitedToCollection = async ({
  database,
  owner,
  asking,
}: PermissionFixtures): Promise<EndpointCall> => {
  const id = await seedCollection(database, owner)
  if (asking)
    await database.sql`
      insert into collection_editors (collection_id, user_id) select id, ${asking.id} from collections
      where link_id = ${id} and user_id <> ${asking.id}`
  return { path: { id } }
}
const severalIn = async (world: PermissionFixtures): Promise<EndpointCall> => ({
  ...(await collectionOfOwner(world)),
  body: { ids: [world.post.id] },
})
const idsInBody = ({ post }: PermissionFixtures): EndpointCall => ({ body: { ids: [post.id] } })
const idsInQuery = ({ post }: PermissionFixtures): EndpointCall => ({ query: `ids=${post.id}` })
const webhookOfOwner = async ({ database, owner }: PermissionFixtures): Promise<EndpointCall> => {
  const { id, deliveryId } = await seedWebhook(database, owner)
  return { path: { id, deliveryId } }
}
const uploadOfOwner = async ({ database, owner }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: await seedUpload(database, owner) },
})
const knownTag = async ({ database: { sql }, unique }: PermissionFixtures): Promise<EndpointCall> => {
  await sql`insert into tags (name) values (${unique}) on conflict do nothing`
  return { path: { tag: unique } }
}
const topic = ({ topic }: PermissionFixtures): EndpointCall => ({ path: { id: topic.id } })
const owner = ({ owner }: PermissionFixtures): EndpointCall => ({ path: { id: owner.id } })
const reason = { reason: 'Not here' }
/** A reason of the default list. */
const reportReason = 'Something else'
const aCase = async ({
  database: { sql },
  post,
  topic,
  owner,
}: PermissionFixtures): Promise<EndpointCall> => {
  const [row] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, post_id, topic_id, author_id, excerpt)
    values ('post', ${post.id}, ${post.id}, ${topic.id}, ${owner.id}, 'A title')
    on conflict (subject_kind, subject_id, subject_version) where is_open do update set excerpt = excluded.excerpt returning id`
  return { path: { id: row?.id ?? 0 } }
}
const aReportOfOwner = async (world: PermissionFixtures): Promise<EndpointCall> => {
  const { path } = await aCase(world)
  const [row] = await world.database.sql<{ id: number }[]>`
    insert into reports (case_id, subject_kind, subject_id, reporter_id, reason)
    values (${path?.id ?? 0}, 'post', ${world.post.id}, ${world.owner.id}, ${reportReason})
    on conflict (reporter_id, subject_kind, subject_id, subject_version) where reporter_id is not null
    do update set withdrawn_at = null, case_id = excluded.case_id returning id`
  return { path: { id: row?.id ?? 0 } }
}
const aDecision = async (world: PermissionFixtures): Promise<EndpointCall> => {
  const { path } = await aCase(world)
  const [row] = await world.database.sql<{ id: number }[]>`
    insert into moderation_decisions (case_id, action, reason, moderator_name, moderator_role)
    values (${path?.id ?? 0}, 'warn', 'Something else', 'ada', 'topic-moderator') returning id`
  return { path: { id: row?.id ?? 0 } }
}
const failedJob = async ({ database }: PermissionFixtures): Promise<EndpointCall> => ({
  path: { id: await seedFailedJob(database) },
})

/** The expected status of every API endpoint for every kind of user. An endpoint without a row fails the test. */
export const permissions: Record<string, Row> = {
  'GET /api/topics': [ANYONE, READ_TOKEN],
  'GET /api/topics/{name}': [ANYONE, READ_TOKEN, ({ topic }) => ({ path: { name: topic.slug } })],
  'GET /api/topics/{topicName}/posts': [
    ANYONE,
    READ_TOKEN,
    ({ topic }) => ({ path: { topicName: topic.slug } }),
  ],
  'POST /api/topics/request': [
    ACTIVE,
    WRITE_TOKEN,
    ({ unique }) => ({ body: { name: `Wish ${unique}`, description: 'Please' } }),
  ],

  'GET /api/report-reasons': [ANYONE, READ_TOKEN],
  'POST /api/reports': [
    '401 403 200 403 404 200 200 200 403 200 200',
    '403 403 403 403',
    ({ post }) => ({
      body: { subject: { kind: 'post', id: String(post.id) }, reason: reportReason, words: '' },
    }),
  ],
  'POST /api/legal-notices': [
    ANYONE,
    NO_TOKEN,
    ({ owner }) => ({
      body: {
        url: `http://localhost:3000/u/${owner.username}`,
        reason: 'Fraud, scam or malware',
        words: 'This account asks for money in advance.',
        name: 'Ada',
        email: 'a@b.co',
        isGoodFaith: true,
      },
    }),
  ],
  'POST /api/legal-notices/confirmation': [
    ANYONE,
    NO_TOKEN,
    async ({ database: { sql }, owner }) => {
      const token = createSessionToken()
      await sql`
        insert into reports (subject_kind, subject_id, reason, is_legal, email, confirm_hash)
        values ('member', ${owner.id}, 'Fraud, scam or malware', true, 'a@b.co', ${hashSessionToken(token)})`
      return { body: { token } }
    },
  ],
  'GET /api/user/reports': [SIGNED_IN, PRIVATE_TOKEN],
  // Only the owner's own report can be withdrawn, also while they are muted or suspended.
  'DELETE /api/reports/{id}': [
    '401 404 404 200 404 404 404 404 404 404 404',
    '403 403 200 403',
    aReportOfOwner,
  ],
  'GET /api/user/standing': [SIGNED_IN, PRIVATE_TOKEN],
  'GET /api/user/invitations': [COMPLETED, NO_TOKEN],
  // Sites are not joined by invitation by default.
  'POST /api/user/invitations': [
    '401 403 403 403 403 403 403 403 403 403 403',
    NO_TOKEN,
    () => ({ body: { maxUses: 1, days: 7 } }),
  ],
  'DELETE /api/user/invitations/{id}': [
    '401 403 404 404 404 404 404 404 403 404 404',
    NO_TOKEN,
    () => ({ path: { id: 1 } }),
  ],
  'GET /api/admin/sign-ups': [SITE_MODERATOR, ADMIN_TOKEN],
  'POST /api/admin/sign-ups/approve': [
    SITE_MODERATOR,
    ADMIN_TOKEN,
    async ({ database }) => ({ body: { ids: [(await seedWaitingUser(database)).id] } }),
  ],
  'POST /api/admin/sign-ups/{id}/reject': [
    SITE_MODERATOR,
    ADMIN_TOKEN,
    async ({ database }) => ({ path: { id: (await seedWaitingUser(database)).id }, body: {} }),
  ],
  'GET /api/moderation-log': [ANYONE, READ_TOKEN],
  'GET /api/moderation-log/figures': [ANYONE, READ_TOKEN, () => ({ query: 'year=2026' })],
  'GET /api/user/decisions': [SIGNED_IN, PRIVATE_TOKEN],
  // `aDecision` is about the owner; moderators see it too.
  'GET /api/user/decisions/{id}': [
    '401 404 404 200 404 404 200 404 404 200 200',
    '403 200 403 403',
    aDecision,
  ],
  'POST /api/user/decisions/{id}/appeal': [
    '401 404 404 200 404 404 404 404 404 404 404',
    '403 403 200 403',
    async (world) => ({ ...(await aDecision(world)), body: { words: 'It is not spam' } }),
  ],
  'GET /api/moderation/appeals': [MODERATOR, ADMIN_TOKEN],
  'POST /api/moderation/appeals/{id}/answer': [
    MODERATOR,
    ADMIN_TOKEN,
    async (world) => {
      const { path } = await aDecision(world)
      const [row] = await world.database.sql<{ id: number }[]>`
        insert into appeals (decision_id, member_id, words) values (${Number(path?.id)}, ${world.owner.id}, 'It is not spam') returning id`
      return { path: { id: row?.id ?? 0 }, body: { isGranted: false, answer: 'It is' } }
    },
  ],
  'GET /api/moderation/cases': [MODERATOR, ADMIN_TOKEN],
  'GET /api/moderation/waiting': [MODERATOR, ADMIN_TOKEN],
  'GET /api/moderation/cases/{id}': [MODERATOR, ADMIN_TOKEN, aCase],
  'POST /api/moderation/cases': [
    MODERATOR,
    ADMIN_TOKEN,
    ({ post }) => ({ body: { subject: { kind: 'post', id: String(post.id) } } }),
  ],
  'PUT /api/moderation/cases/{id}/claim': [
    MODERATOR,
    ADMIN_TOKEN,
    async (world) => ({ ...(await aCase(world)), body: { isClaimed: true } }),
  ],
  'POST /api/moderation/cases/{id}/decisions': [
    MODERATOR,
    ADMIN_TOKEN,
    async (world) => ({ ...(await aCase(world)), body: { action: 'warn', reason: reportReason, words: '' } }),
  ],
  'POST /api/moderation/decisions/{id}/reversal': [
    MODERATOR,
    ADMIN_TOKEN,
    async (world) => ({ ...(await aDecision(world)), body: { reversalWords: '' } }),
  ],
  'POST /api/moderation/cases/{id}/notes': [
    MODERATOR,
    ADMIN_TOKEN,
    async (world) => ({ ...(await aCase(world)), body: { words: 'A note' } }),
  ],
  'POST /api/moderation/members/{id}/notes': [
    '401 403 403 403 403 403 200 403 403 403 200',
    ADMIN_TOKEN,
    ({ owner }) => ({ path: { id: owner.id }, body: { words: 'A note' } }),
  ],

  'GET /api/posts': [ANYONE, READ_TOKEN],
  'GET /api/library': [ANYONE, READ_TOKEN, () => ({ query: 'format=csv' })],
  'GET /api/posts/count': [ANYONE, READ_TOKEN],
  'GET /api/posts/showcase': [ANYONE, READ_TOKEN],
  'GET /api/posts/default-window': [ANYONE, READ_TOKEN],
  'GET /api/posts/new-count': [ANYONE, READ_TOKEN, () => ({ query: 'since=0_1_1' })],
  'GET /api/site-texts/{name}': [ANYONE, READ_TOKEN, () => ({ path: { name: 'about' } })],
  'GET /api/search': [ANYONE, READ_TOKEN, () => ({ query: 'q=title' })],
  'GET /api/search/names': [ANYONE, READ_TOKEN, () => ({ query: 'q=title' })],
  'GET /api/search/suggestions': [ANYONE, READ_TOKEN, () => ({ query: 'q=title' })],
  'GET /api/search/similar': [ANYONE, READ_TOKEN, () => ({ query: 'title=title' })],
  'GET /api/tags/{tag}': [ANYONE, READ_TOKEN, knownTag],
  'GET /api/tags': [SIGNED_IN, READ_TOKEN, () => ({ query: 'prefix=seo' })],
  'GET /api/posts/{id}': [SEEN, READ_TOKEN, post],
  'GET /api/posts/{id}/export': [SEEN, READ_TOKEN, (world) => ({ ...post(world), query: 'format=skill' })],
  'GET /api/posts/{id}/skill': [SEEN, READ_TOKEN, skill],
  'GET /api/posts/{id}/skill/archive': [SEEN, READ_TOKEN, skill],
  'GET /api/posts/{id}/skill/files/{digest}': [
    SEEN,
    READ_TOKEN,
    async (world) => {
      const { path } = await skill(world)
      const [release] = await world.database.sql<{ sha256: string }[]>`
        select sha256 from skill_releases where post_id = ${world.post.id}`
      return { path: { ...path, digest: release?.sha256 ?? '' } }
    },
  ],
  'GET /api/skills': [ANYONE, READ_TOKEN],
  'POST /api/skill-files': [
    COMPLETED,
    WRITE_TOKEN,
    () => ({ body: { files: [{ path: 'a.txt', content: 'Words' }] } }),
  ],
  'POST /api/posts/{id}/versions/{number}/withdraw': [
    '401 403 403 200 404 403 200 403 403 403 403',
    WRITE_TOKEN,
    async (world) => ({ path: { ...(await skill(world)).path, number: 1 }, body: { reason: 'Why' } }),
  ],
  'GET /api/posts/{id}/related': [SEEN, READ_TOKEN, post],
  'GET /api/posts/{id}/lineage': [SEEN, READ_TOKEN, post],
  'GET /api/posts/{id}/comments': [SEEN, READ_TOKEN, post],
  'GET /api/posts/{id}/results': [SEEN, READ_TOKEN, post],
  'POST /api/posts/{id}/results': [
    '401 403 200 403 404 403 200 200 403 200 200',
    '403 403 403 403',
    (world) => ({ ...post(world), body: { model: 'claude', worked: true } }),
  ],
  'DELETE /api/posts/{id}/results/{model}': [
    '401 403 200 200 404 200 200 200 200 200 200',
    WRITE_TOKEN,
    ({ post }) => ({ path: { id: post.id, model: 'claude' } }),
  ],
  'GET /api/posts/{id}/suggested-edits': [SEEN, READ_TOKEN, post],
  'GET /api/posts/{id}/suggested-edits/{suggestion}': [SEEN, READ_TOKEN, suggestedByOther],
  // A member who has suggested an edit can read its text even if they can no longer see the post.
  'GET /api/posts/{id}/suggested-edits/{suggestion}/texts': [
    '401 200 200 200 200 200 200 200 200 200 200',
    PRIVATE_TOKEN,
    suggestedByAsking,
  ],
  // The owner of a post cannot suggest an edit, because they can edit the post directly.
  'POST /api/posts/{id}/suggested-edits': [
    '401 403 200 403 404 403 200 200 403 200 200',
    '403 403 403 403',
    (world) => ({ ...post(world), body: { title: 'A better title', reason: 'Says more' } }),
  ],
  'PATCH /api/posts/{id}/suggested-edits/{suggestion}': [
    '401 403 200 200 404 403 200 200 403 200 200',
    WRITE_TOKEN,
    async (world) => ({
      ...(await suggestedByAsking(world)),
      body: { title: 'The best title', reason: 'Says more' },
    }),
  ],
  'DELETE /api/posts/{id}/suggested-edits/{suggestion}': [
    '401 403 403 403 404 403 403 403 403 403 403',
    '403 403 403 403',
    suggestedByOther,
  ],
  'POST /api/posts/{id}/suggested-edits/{suggestion}/accept': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    suggestedByOther,
  ],
  'POST /api/posts/{id}/suggested-edits/{suggestion}/decline': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    async (world) => ({ ...(await suggestedByOther(world)), body: {} }),
  ],
  'POST /api/posts/{id}/suggested-edits/{suggestion}/request-changes': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    async (world) => ({ ...(await suggestedByOther(world)), body: { answer: 'Shorter' } }),
  ],
  'GET /api/posts/{id}/versions': [SEEN, READ_TOKEN, post],
  'GET /api/posts/{id}/versions/{number}': [SEEN, READ_TOKEN, firstVersion],
  'GET /api/posts/{id}/versions/{number}/export': [
    SEEN,
    READ_TOKEN,
    (world) => ({ ...firstVersion(world), query: 'format=text' }),
  ],
  'GET /api/posts/{id}/versions/compare': [
    SEEN,
    READ_TOKEN,
    (world) => ({ ...post(world), query: 'from=1&to=1' }),
  ],
  'GET /api/users/{username}/comments': [
    ANYONE,
    READ_TOKEN,
    ({ owner }) => ({ path: { username: owner.username } }),
  ],
  'GET /api/t/{topicName}/{seoSlug}': [
    SEEN,
    READ_TOKEN,
    ({ topic, post }) => ({ path: { topicName: topic.slug, seoSlug: post.seoSlug } }),
  ],
  'GET /api/private/{privateId}': [
    ANYONE,
    PRIVATE_TOKEN,
    ({ secret }) => ({ path: { privateId: secret.privateId ?? '' } }),
  ],
  'GET /api/private/{privateId}/comments': [
    ANYONE,
    PRIVATE_TOKEN,
    ({ secret }) => ({ path: { privateId: secret.privateId ?? '' } }),
  ],
  'POST /api/posts/{id}/private-link': [
    '401 403 404 200 404 404 403 404 403 404 404',
    WRITE_TOKEN,
    ({ secret }) => ({ path: { id: secret.id } }),
  ],
  'GET /api/user/drafts': [SIGNED_IN, PRIVATE_TOKEN],
  'POST /api/user/drafts': [COMPLETED, WRITE_TOKEN, () => ({ body: { title: 'Half' } })],
  /** Only the author can see a draft; not even an admin can. */
  'GET /api/user/drafts/{id}': [AUTHOR, PRIVATE_TOKEN, draftOfOwner],
  'PUT /api/user/drafts/{id}': [
    COMPLETED,
    WRITE_TOKEN,
    async (world) => ({ ...(await draftOfOwner(world)), body: { title: 'Half' } }),
  ],
  'DELETE /api/user/drafts/{id}': [ALSO_SUSPENDED, WRITE_TOKEN, draftOfOwner],
  'GET /api/user/drafts/{id}/versions': [AUTHOR, PRIVATE_TOKEN, draftOfOwner],
  'PUT /api/user/drafts/{id}/schedule': [
    AUTHOR,
    WRITE_TOKEN,
    async (world) => ({
      ...(await draftOfOwner(world)),
      body: { publishAt: new Date(Date.now() + 3_600_000).toISOString() },
    }),
  ],
  'DELETE /api/user/drafts/{id}/schedule': [AUTHOR, WRITE_TOKEN, draftOfOwner],
  'GET /api/user/collections': [SIGNED_IN, PRIVATE_TOKEN],
  'GET /api/users/{username}/collections': [
    ANYONE,
    READ_TOKEN,
    ({ owner }) => ({ path: { username: owner.username } }),
  ],
  /** Only the owner and admins can see a private collection, and only the owner can change it. */
  'GET /api/collections/{id}': [
    '404 404 404 200 404 404 200 404 404 404 404',
    '404 403 403 403',
    collectionOfOwner,
  ],
  'GET /api/collections/{id}/export': [
    '404 404 404 200 404 404 200 404 404 404 404',
    '404 403 403 403',
    async (world) => ({ ...(await collectionOfOwner(world)), query: 'format=json' }),
  ],
  'POST /api/collections': [ACTIVE, WRITE_TOKEN, () => ({ body: { title: 'Best of' } })],
  'PATCH /api/collections/{id}': [
    '401 403 403 200 403 403 403 403 403 403 403',
    WRITE_TOKEN,
    async (world) => ({ ...(await publicCollection(world)), body: { title: 'Best' } }),
  ],
  'DELETE /api/collections/{id}': [
    '401 403 403 200 403 403 403 403 403 403 403',
    WRITE_TOKEN,
    publicCollection,
  ],
  'PUT /api/collections/{id}/posts/{postId}': [
    '401 403 404 200 404 404 403 404 403 404 404',
    WRITE_TOKEN,
    ownPostIn,
  ],
  'PATCH /api/collections/{id}/posts/{postId}': [
    '401 403 404 200 404 403 403 404 403 404 404',
    WRITE_TOKEN,
    async (world) => ({ ...(await ownPostIn(world)), body: { note: 'Nice' } }),
  ],
  'DELETE /api/collections/{id}/posts/{postId}': [
    '401 403 404 200 404 404 403 404 403 404 404',
    WRITE_TOKEN,
    ownPostIn,
  ],
  'POST /api/collections/{id}/follow': [
    '401 403 200 400 200 200 200 200 403 200 200',
    '403 403 400 403',
    publicCollection,
  ],
  'DELETE /api/collections/{id}/follow': [COMPLETED, WRITE_TOKEN, publicCollection],
  'GET /api/user/followed-collections': [SIGNED_IN, PRIVATE_TOKEN],
  'GET /api/collections/{id}/editors': [
    '401 403 403 200 403 403 403 403 403 403 403',
    PRIVATE_TOKEN,
    publicCollection,
  ],
  'POST /api/collections/{id}/editors': [
    '401 403 403 200 403 403 403 403 403 403 403',
    WRITE_TOKEN,
    async (world) => ({
      ...(await publicCollection(world)),
      body: { username: (await seedUser(world.database)).username },
    }),
  ],
  'POST /api/collections/{id}/accept': [
    '401 403 200 403 200 200 200 200 403 200 200',
    '403 403 403 403',
    invitedToCollection,
  ],
  'DELETE /api/collections/{id}/editors/{userId}': [
    '401 403 403 200 403 403 403 403 403 403 403',
    WRITE_TOKEN,
    async (world) => ({
      path: { ...(await publicCollection(world)).path, userId: (await seedUser(world.database)).id },
    }),
  ],
  'POST /api/collections/{id}/posts': ['401 403 404 200 404 404 403 404 403 404 404', WRITE_TOKEN, severalIn],
  'DELETE /api/collections/{id}/posts': [
    '401 403 404 200 404 404 403 404 403 404 404',
    WRITE_TOKEN,
    severalIn,
  ],
  'POST /api/uploads': [COMPLETED, WRITE_TOKEN, () => ({ body: { type: 'image/png', size: 9 } })],
  'GET /api/uploads/{id}': ['401 403 404 200 404 404 404 404 403 404 404', WRITE_TOKEN, uploadOfOwner],
  'PATCH /api/uploads/{id}': [
    '401 403 404 200 404 404 404 404 403 404 404',
    WRITE_TOKEN,
    async (world) => ({ ...(await uploadOfOwner(world)), query: 'offset=0', body: Buffer.from('bytes') }),
  ],
  'POST /api/uploads/{id}/finish': [
    '401 403 404 200 404 404 404 404 403 404 404',
    WRITE_TOKEN,
    uploadOfOwner,
  ],
  'DELETE /api/uploads/{id}': [COMPLETED, WRITE_TOKEN, uploadOfOwner],
  'POST /api/posts': [
    ACTIVE,
    WRITE_TOKEN,
    ({ unique }) => ({ body: { title: 'T', description: 'D', prompt: `P ${unique}`, type: 'Text' } }),
  ],
  'POST /api/posts/same-prompt': [COMPLETED, PRIVATE_TOKEN, () => ({ body: { prompt: 'P' } })],
  'PATCH /api/posts/{id}': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    (world) => ({ ...post(world), body: { title: 'Other' } }),
  ],
  'POST /api/posts/{id}/versions/{number}/restore': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    editedOnce,
  ],
  'DELETE /api/posts/{id}/versions/{number}': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    editedOnce,
  ],
  'GET /api/posts/{id}/votes': ['401 403 403 200 404 403 403 403 403 403 403', PRIVATE_TOKEN, post],
  'DELETE /api/posts/{id}': ['401 403 403 200 404 403 403 403 403 403 403', WRITE_TOKEN, post],
  // The status is 200 even if the user may not change a post; the response body reports the failure
  // (`bulk.test.ts`).
  'DELETE /api/user/posts': [ALSO_SUSPENDED, WRITE_TOKEN, idsInBody],
  'PATCH /api/user/posts': [
    COMPLETED,
    WRITE_TOKEN,
    ({ post }) => ({ body: { ids: [post.id], isPrivate: true } }),
  ],
  'GET /api/user/posts/votes': [COMPLETED, PRIVATE_TOKEN, idsInQuery],
  'GET /api/user/posts/export': [SIGNED_IN, PRIVATE_TOKEN, idsInQuery],
  'POST /api/user/reveal': [
    '401 403 200 200 404 200 200 200 403 200 200',
    WRITE_TOKEN,
    ({ post }) => ({ body: { postId: post.id } }),
  ],
  'GET /api/user/private-posts': [SIGNED_IN, PRIVATE_TOKEN],

  'POST /api/comments': [
    ACTIVE_WHO_SEE,
    WRITE_TOKEN,
    ({ post }) => ({ body: { postId: post.id, content: 'A comment of its own' } }),
  ],
  'PATCH /api/comments/{id}': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    ({ comment }) => ({ path: { id: comment.id }, body: { content: 'Other words' } }),
  ],
  'DELETE /api/comments/{id}': [
    '401 403 403 200 404 403 403 403 403 403 403',
    WRITE_TOKEN,
    ({ comment }) => ({ path: { id: comment.id } }),
  ],
  'GET /api/votes/{id}': ['401 200 200 200 404 200 200 200 200 200 200', PRIVATE_TOKEN, post],
  'POST /api/votes': [ACTIVE_WHO_SEE, WRITE_TOKEN, ({ post }) => ({ body: { postId: post.id, value: 1 } })],

  'GET /api/posts/{id}/bookmark': ['401 200 200 200 404 200 200 200 200 200 200', PRIVATE_TOKEN, post],
  'POST /api/posts/{id}/bookmark': ['401 403 200 200 404 200 200 200 403 200 200', WRITE_TOKEN, post],
  'DELETE /api/posts/{id}/bookmark': ['401 403 200 200 404 200 200 200 403 200 200', WRITE_TOKEN, post],
  'GET /api/user/bookmarks': [SIGNED_IN, PRIVATE_TOKEN],
  'DELETE /api/user/bookmarks': [COMPLETED, WRITE_TOKEN, idsInBody],
  'GET /api/topics/{id}/following': [SIGNED_IN, PRIVATE_TOKEN, topic],
  'POST /api/topics/{id}/follow': [COMPLETED, WRITE_TOKEN, topic],
  'DELETE /api/topics/{id}/follow': [COMPLETED, WRITE_TOKEN, topic],
  'GET /api/user/followed-topics': [SIGNED_IN, PRIVATE_TOKEN],
  'POST /api/users/{id}/follow': ['401 403 200 400 200 200 200 200 403 200 200', '403 403 400 403', owner],
  'DELETE /api/users/{id}/follow': [COMPLETED, WRITE_TOKEN, owner],
  'POST /api/users/{id}/block': ['401 403 200 400 200 200 200 200 403 200 200', '403 403 400 403', owner],
  'DELETE /api/users/{id}/block': [COMPLETED, WRITE_TOKEN, owner],
  'GET /api/user/blocked-members': [SIGNED_IN, PRIVATE_TOKEN],
  'GET /api/user/mutes': [SIGNED_IN, PRIVATE_TOKEN],
  'POST /api/user/mutes': [COMPLETED, WRITE_TOKEN, () => ({ body: { kind: 'word', value: 'wombat' } })],
  'DELETE /api/user/mutes/{id}': [COMPLETED, WRITE_TOKEN, owner],
  'GET /api/user/followed-members': [SIGNED_IN, PRIVATE_TOKEN],
  'GET /api/user/recently-followed-members': [SIGNED_IN, PRIVATE_TOKEN],
  'GET /api/notifications': [SIGNED_IN, PRIVATE_TOKEN],
  'GET /api/notifications/stream': [SIGNED_IN, NO_TOKEN],
  'GET /api/notifications/unread-count': [SIGNED_IN, PRIVATE_TOKEN],
  'POST /api/notifications/mark-all-read': [COMPLETED, WRITE_TOKEN],
  'POST /api/notifications/{id}/read': [
    '401 403 404 200 404 404 404 404 403 404 404',
    WRITE_TOKEN,
    ({ sent }) => ({ path: { id: sent.notification } }),
  ],
  'GET /api/mentions': [
    '401 200 200 200 200 200 200 200 200 200 200',
    PRIVATE_TOKEN,
    () => ({ query: 'prefix=ad' }),
  ],
  'GET /api/notifications/quiet-hours': [SIGNED_IN, PRIVATE_TOKEN],
  'PUT /api/notifications/quiet-hours': [COMPLETED, WRITE_TOKEN, () => ({ body: { quietHours: null } })],
  'GET /api/posts/{id}/notification-mute': [
    '401 200 200 200 404 200 200 200 200 200 200',
    PRIVATE_TOKEN,
    post,
  ],
  'PUT /api/posts/{id}/notification-mute': ['401 403 200 200 404 200 200 200 403 200 200', WRITE_TOKEN, post],
  'DELETE /api/posts/{id}/notification-mute': [COMPLETED, WRITE_TOKEN, post],
  'GET /api/notifications/settings': [SIGNED_IN, PRIVATE_TOKEN],
  'PUT /api/notifications/settings/{kind}': [
    COMPLETED,
    WRITE_TOKEN,
    () => ({ path: { kind: 'upvote' }, body: { isEnabled: false } }),
  ],
  'GET /api/notifications/digest': [SIGNED_IN, PRIVATE_TOKEN],
  'PUT /api/notifications/digest': [COMPLETED, WRITE_TOKEN, () => ({ body: { frequency: 'never' } })],

  'GET /api/users/{username}': [ANYONE, READ_TOKEN, ({ owner }) => ({ path: { username: owner.username } })],
  'GET /api/leaderboard': [ANYONE, READ_TOKEN],
  'POST /api/feedback': [ACTIVE, WRITE_TOKEN, () => ({ body: { content: 'Good' } })],
  'POST /api/ad-requests': [ACTIVE, WRITE_TOKEN, () => ({ body: { name: 'Acme', email: 'a@b.co' } })],

  'GET /api/operator': [ANYONE, READ_TOKEN],
  'POST /api/contact-messages': [
    ANYONE,
    NO_TOKEN,
    () => ({ body: { name: '', email: 'a@b.co', content: 'Hello' } }),
  ],

  'GET /api/auth/settings': [ANYONE, READ_TOKEN],
  'GET /api/auth/me': [SIGNED_IN, PRIVATE_TOKEN],
  'POST /api/auth/logout': [ANYONE, NO_TOKEN],
  // The token is invalid no matter who sends it.
  'POST /api/auth/{provider}': [
    '401 401 401 401 401 401 401 401 401 401 401',
    NO_TOKEN,
    () => ({ path: { provider: 'local' }, body: { token: 'junk' } }),
  ],
  'GET /api/profile/username': [
    '401 200 200 200 200 200 200 200 200 200 200',
    NO_TOKEN,
    () => ({ query: 'username=somebody' }),
  ],
  'POST /api/profile/complete': [
    '401 200 409 409 409 409 409 409 409 409 409',
    NO_TOKEN,
    ({ unique }) => ({
      body: {
        username: `name${unique}`,
        bio: '',
        website: '',
        xLink: '',
        linkedinLink: '',
        avatar: null,
        profileCompleted: true,
      },
    }),
  ],
  'PATCH /api/user/profile': [COMPLETED, WRITE_TOKEN, () => ({ body: { bio: 'Me' } })],
  // Suspended members can delete what is theirs.
  'DELETE /api/user': [
    '401 403 200 200 200 200 200 200 200 200 200',
    NO_TOKEN,
    ({ asking }) => ({ body: { confirm: asking.username } }),
  ],
  'GET /api/user/export': [SIGNED_IN, NO_TOKEN],
  // Nobody's browser has opened a request of a program.
  'POST /api/applications/requests/{uid}': [
    '401 403 409 409 409 409 409 409 403 409 409',
    NO_TOKEN,
    () => ({ path: { uid: 'x'.repeat(21) } }),
  ],
  'POST /api/applications/requests/{uid}/answer': [
    '401 403 409 409 409 409 409 409 403 409 409',
    NO_TOKEN,
    () => ({ path: { uid: 'x'.repeat(21) }, body: { isAllowed: true } }),
  ],
  'GET /api/user/applications': [SIGNED_IN, NO_TOKEN],
  // Only the owner can disconnect what the owner has connected.
  'DELETE /api/user/applications/{id}': [
    '401 404 404 200 404 404 404 404 404 404 404',
    NO_TOKEN,
    async ({ database, owner }) => ({ path: { id: await seedApplication(database, owner) } }),
  ],
  'GET /api/admin/applications': [ADMIN, ADMIN_TOKEN],
  'PUT /api/admin/applications/{id}/blocked': [
    ADMIN,
    ADMIN_TOKEN,
    async ({ database }) => ({ path: { id: await seedApplication(database) }, body: { isBlocked: true } }),
  ],
  'GET /api/user/tokens': [SIGNED_IN, NO_TOKEN],
  'POST /api/user/tokens': [
    COMPLETED,
    NO_TOKEN,
    () => ({ body: { name: 'CI', scopes: ['read'], expiresInDays: 30 } }),
  ],
  // Only the owner can revoke the owner's token.
  'DELETE /api/user/tokens/{id}': [
    '401 404 404 200 404 404 404 404 404 404 404',
    NO_TOKEN,
    async ({ database, owner }) => {
      await seedApiToken(database, owner, ['read'])
      const [token] = await database.sql<
        { id: number }[]
      >`select id from api_tokens where user_id = ${owner.id}`
      return { path: { id: token?.id ?? 0 } }
    },
  ],
  'POST /api/user/import/compare': [COMPLETED, PRIVATE_TOKEN, () => ({ body: { prompts: ['Write'] } })],
  'POST /api/user/import': [
    COMPLETED,
    WRITE_TOKEN,
    () => ({ body: { posts: [{ title: 'Haiku', description: 'Rain', prompt: 'Write' }] } }),
  ],
  'GET /api/webhooks': [COMPLETED, PRIVATE_TOKEN],
  'POST /api/webhooks': [
    ACTIVE,
    NO_TOKEN,
    () => ({ body: { url: 'https://example.org/hook', kinds: ['post.published'] } }),
  ],
  'PATCH /api/webhooks/{id}': [
    ACTIVE_AUTHOR,
    WRITE_TOKEN,
    async (world) => ({ ...(await webhookOfOwner(world)), body: { isPaused: true } }),
  ],
  'DELETE /api/webhooks/{id}': [AUTHOR, WRITE_TOKEN, webhookOfOwner],
  'POST /api/webhooks/{id}/secret': [ACTIVE_AUTHOR, NO_TOKEN, webhookOfOwner],
  'POST /api/webhooks/{id}/test': [ACTIVE_AUTHOR, WRITE_TOKEN, webhookOfOwner],
  'GET /api/webhooks/{id}/deliveries': [AUTHOR, PRIVATE_TOKEN, webhookOfOwner],
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/resend': [ACTIVE_AUTHOR, WRITE_TOKEN, webhookOfOwner],
  'GET /api/user/sessions': [SIGNED_IN, NO_TOKEN],
  'POST /api/user/sessions/end-others': [SIGNED_IN, NO_TOKEN],
  // Only the owner can end the owner's session.
  'DELETE /api/user/sessions/{id}': [
    '401 404 404 200 404 404 404 404 404 404 404',
    NO_TOKEN,
    ({ sent }) => ({ path: { id: sent.session } }),
  ],
  'GET /api/user/recent-sign-in': [SIGNED_IN, NO_TOKEN],
  'GET /api/user/admin-code': [SIGNED_IN, NO_TOKEN],
  // A site that is reachable only from its own machine does not require a code.
  'POST /api/user/admin-code': [
    '401 403 404 404 404 404 404 404 403 404 404',
    NO_TOKEN,
    () => ({ body: { code: 'ABCDE' } }),
  ],
  'POST /api/password-strength': [ANYONE, NO_TOKEN, () => ({ body: { password: 'plums in the icebox' } })],
  'POST /api/user/password': [
    NO_PASSWORD,
    NO_TOKEN,
    () => ({ body: { current: 'plums in the icebox', next: 'other plums in the icebox' } }),
  ],
  'GET /api/user/second-factors': ['401 200 200 200 200 200 200 200 200 200 200', NO_TOKEN],
  'POST /api/user/email-confirmation': ['401 404 404 404 404 404 404 404 404 404 404', NO_TOKEN],
  'POST /api/user/authenticator-app': [NO_PASSWORD, NO_TOKEN],
  'POST /api/user/authenticator-app/activate': [NO_PASSWORD, NO_TOKEN, () => ({ body: { code: '123456' } })],
  'DELETE /api/user/authenticator-app': [NO_PASSWORD, NO_TOKEN],
  'POST /api/user/passkeys/options': [NO_PASSWORD, NO_TOKEN],
  'POST /api/user/passkeys': [
    NO_PASSWORD,
    NO_TOKEN,
    () => ({ body: { name: 'Laptop', response: passkeyResponse } }),
  ],
  'PATCH /api/user/passkeys/{id}': [
    NO_PASSWORD,
    NO_TOKEN,
    () => ({ path: { id: 1 }, body: { name: 'Laptop' } }),
  ],
  'DELETE /api/user/passkeys/{id}': [NO_PASSWORD, NO_TOKEN, () => ({ path: { id: 1 } })],
  'POST /api/user/recovery-codes': [NO_PASSWORD, NO_TOKEN],
  'GET /api/user/removals': [SIGNED_IN, PRIVATE_TOKEN],
  // A user can dismiss only their own notices; dismissing one twice, or someone else's, has no effect.
  'DELETE /api/user/removals/{id}': [SIGNED_IN, WRITE_TOKEN, ({ sent }) => ({ path: { id: sent.removal } })],

  'GET /api/optimizer': [ANYONE, READ_TOKEN],
  'POST /api/optimize-prompt': [COMPLETED, WRITE_TOKEN, () => ({ body: { prompt: 'Write a poem' } })],
  'POST /api/user/increment-optimized': [COMPLETED, WRITE_TOKEN],
  'GET /api/user/optimizations': [SIGNED_IN, PRIVATE_TOKEN],
  'DELETE /api/user/optimizations/{id}': [
    '401 403 404 200 404 404 404 404 404 404 404',
    WRITE_TOKEN,
    ({ sent }) => ({ path: { id: sent.log } }),
  ],

  'GET /api/admin/prompt-logs': [ADMIN, ADMIN_TOKEN],
  'GET /api/post-reveals/stats': [ADMIN, ADMIN_TOKEN],
  'GET /api/admin/activity': [ADMIN, ADMIN_TOKEN],
  'GET /api/admin/acts': [ADMIN, ADMIN_TOKEN],
  // The event is the requesting admin's own; for another admin's event, the response is 403 (`add-reason.test.ts`).
  'PUT /api/admin/acts/{id}/reason': [
    ADMIN,
    ADMIN_TOKEN,
    ({ sent }) => ({ path: { id: sent.act }, body: reason }),
  ],
  'GET /api/admin/users': [ADMIN, ADMIN_TOKEN],
  'PUT /api/admin/site-texts/{name}': [
    ADMIN,
    ADMIN_TOKEN,
    () => ({ path: { name: 'terms' }, body: { text: 'Be kind.' } }),
  ],
  'GET /api/admin/users/search': [ADMIN, ADMIN_TOKEN, () => ({ query: 'q=user' })],
  'GET /api/admin/users/{id}/belongings': [ADMIN, ADMIN_TOKEN, owner],
  'PATCH /api/admin/users/{id}/mute': [ADMIN, ADMIN_TOKEN, owner],
  'PATCH /api/admin/users/{id}/unmute': [ADMIN, ADMIN_TOKEN, owner],
  'PUT /api/admin/users/{id}/role': [
    ADMIN,
    ADMIN_TOKEN,
    ({ owner, topic }) => ({
      path: { id: owner.id },
      body: { isModerator: false, moderatedTopics: [topic.id] },
    }),
  ],
  'POST /api/admin/users/{id}/end-sessions': [ADMIN, ADMIN_TOKEN, owner],
  // The account does not have a password on this site.
  'POST /api/admin/users/{id}/reset-link': ['401 403 403 403 403 403 404 403 403 403 403', NO_TOKEN, owner],
  'DELETE /api/admin/users/{id}/second-factors': [
    '401 403 403 403 403 403 404 403 403 403 403',
    NO_TOKEN,
    owner,
  ],
  'DELETE /api/admin/users/{id}': [ADMIN, NO_TOKEN, owner],
  'GET /api/admin/totals/{list}': [ADMIN, ADMIN_TOKEN, () => ({ path: { list: 'users' } })],
  'GET /api/admin/tags': [ADMIN, ADMIN_TOKEN],
  'PUT /api/admin/tags/{tag}': [
    ADMIN,
    ADMIN_TOKEN,
    async (world) => ({ ...(await knownTag(world)), body: { name: `new-${world.unique}` } }),
  ],
  'GET /api/admin/topics': [ADMIN, ADMIN_TOKEN],
  'POST /api/admin/topics': [ADMIN, ADMIN_TOKEN, ({ unique }) => ({ body: { name: `New ${unique}` } })],
  'PUT /api/admin/topics/{id}': [
    ADMIN,
    ADMIN_TOKEN,
    (world) => ({ ...topic(world), body: { name: `Renamed ${world.unique}`, description: '' } }),
  ],
  'PATCH /api/admin/topics/{id}/hot': [
    ADMIN,
    ADMIN_TOKEN,
    (world) => ({ ...topic(world), body: { isHot: true } }),
  ],
  'DELETE /api/admin/topics/{id}': [ADMIN, ADMIN_TOKEN, topic],
  'GET /api/admin/waiting': [ADMIN, ADMIN_TOKEN],
  'GET /api/admin/jobs': [ADMIN, ADMIN_TOKEN],
  'POST /api/admin/jobs/{id}/retry': [ADMIN, ADMIN_TOKEN, failedJob],
  'DELETE /api/admin/jobs/{id}': [ADMIN, ADMIN_TOKEN, failedJob],
  'GET /api/admin/topic-requests': [ADMIN, ADMIN_TOKEN],
  'POST /api/admin/topic-requests/{id}/approve': [
    ADMIN,
    ADMIN_TOKEN,
    ({ sent, unique }) => ({ path: { id: sent.request }, body: { name: `Granted ${unique}` } }),
  ],
  'DELETE /api/admin/topic-requests/{id}': [
    ADMIN,
    ADMIN_TOKEN,
    ({ sent }) => ({ path: { id: sent.request } }),
  ],
  'GET /api/admin/feedback': [ADMIN, ADMIN_TOKEN],
  'DELETE /api/admin/feedback/{id}': [ADMIN, ADMIN_TOKEN, ({ sent }) => ({ path: { id: sent.feedback } })],
  'GET /api/admin/contact-messages': [ADMIN, ADMIN_TOKEN],
  'POST /api/admin/contact-messages/{id}/answer': [
    '401 403 403 403 403 403 409 403 403 403 403',
    '403 403 403 409',
    ({ sent }) => ({ path: { id: sent.contact }, body: { answer: 'Thank you' } }),
  ],
  'DELETE /api/admin/contact-messages/{id}': [
    ADMIN,
    ADMIN_TOKEN,
    ({ sent }) => ({ path: { id: sent.contact } }),
  ],
  'GET /api/admin/ad-requests': [ADMIN, ADMIN_TOKEN],
  'DELETE /api/admin/ad-requests/{id}': [ADMIN, ADMIN_TOKEN, ({ sent }) => ({ path: { id: sent.ad } })],
  'DELETE /api/admin/posts/{id}': [ADMIN, ADMIN_TOKEN, (world) => ({ ...post(world), body: reason })],
  'DELETE /api/admin/collections/{id}': [
    ADMIN,
    ADMIN_TOKEN,
    async (world) => ({ ...(await publicCollection(world)), body: reason }),
  ],
  'DELETE /api/admin/suggested-edits/{id}': [
    ADMIN,
    ADMIN_TOKEN,
    async (world) => ({
      path: { id: (await suggestedByOther(world)).path?.suggestion ?? 0 },
      body: reason,
    }),
  ],
  'DELETE /api/admin/comments/{id}': [
    ADMIN,
    ADMIN_TOKEN,
    ({ comment }) => ({ path: { id: comment.id }, body: reason }),
  ],
}
