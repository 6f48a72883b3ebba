import type { Database } from '#server/database/connect.ts'
import { type Scenario, signIn, uncachedHeaders } from './scenarios.ts'

const VOTERS = 200
const MAX_VOTED_POSTS = 1_000
const SIZES = [100, 10_000] as const

type Voter = { id: number; headers: Record<string, string> }

/** Compares voting with the bare transaction, and a post that has 10,000 comments with one that has 100. */
export const createVotingScenarios = async (database: Database, posts: number): Promise<Scenario[]> => {
  const voters = await signInVoters(database)
  // Deletes existing notifications because each upvote notifies only once and would create none in a second
  // run.
  await database.sql`truncate notifications`
  const [small, large] = [await threadOf(database, SIZES[0]), await threadOf(database, SIZES[1])]
  const randomIndex = (max: number) => Math.floor(Math.random() * max)
  const voteScenario = (name: string, randomPost: () => number): Scenario => ({
    name,
    method: 'POST',
    path: () => '/api/votes',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    vary: () => ({
      headers: voters[randomIndex(VOTERS)]?.headers ?? {},
      body: JSON.stringify({ postId: randomPost(), value: 1 }),
    }),
    baselineQuery: () => vote(database, voters[randomIndex(VOTERS)]?.id ?? 0, randomPost()),
    target: '≥ 0.5 of the transaction',
  })
  const pageScenario = (size: number, id: number): Scenario => ({
    name: `post page with ${size.toLocaleString('en')} comments, uncached`,
    path: () => `/post/${id}`,
    headers: uncachedHeaders,
    ...(size > 100 ? { target: 'same as with 100' } : { isProfiled: true as const }),
  })
  const apiScenario = (size: number, id: number): Scenario => ({
    name: `post with ${size.toLocaleString('en')} comments, API response for a member`,
    path: () => `/api/posts/${id}`,
    headers: voters[0]?.headers ?? {},
    ...(size > 100 && { target: 'same as with 100' }),
  })
  const first = posts - MAX_VOTED_POSTS
  return [
    voteScenario('votes on one post', () => 1),
    voteScenario(
      'votes on 1,000 posts',
      () => 1 + Math.max(0, first) + randomIndex(Math.min(posts, MAX_VOTED_POSTS)),
    ),
    apiScenario(SIZES[0], small),
    apiScenario(SIZES[1], large),
    pageScenario(SIZES[0], small),
    pageScenario(SIZES[1], large),
  ]
}

const signInVoters = async (database: Database): Promise<Voter[]> => {
  const voters: Voter[] = []
  for (let n = 1; n <= VOTERS; n += 1) {
    const [user] = await database.sql<{ id: number }[]>`
      insert into users (username, google_id, profile_completed, trust_level)
      values (${`voter${n}`}, ${`voter:${n}`}, true, 'member')
      on conflict (google_id) do update set trust_level = excluded.trust_level returning id`
    const id = user?.id ?? 0
    voters.push({ id, headers: await signIn(database, id) })
  }
  return voters
}

/** Creates a post with `size` comments: a third at the top level, the rest as replies to earlier comments. */
const threadOf = async ({ sql }: Database, size: number): Promise<number> => {
  const slug = `thread-${size}`
  const [existing] = await sql<{ id: number }[]>`select id from posts where seo_slug = ${slug}`
  if (existing) return existing.id
  return sql.begin(async (tx) => {
    const [post] = await tx<{ id: number }[]>`
      insert into posts (user_id, title, description, prompt, prompt_length, seo_slug, comment_count)
      values (1, 'A post that is discussed', 'About it', 'A prompt', 8, ${slug}, ${size}) returning id`
    const id = post?.id ?? 0
    await tx`
      insert into comments (id, post_id, user_id, parent_id, content, score)
      select ${id}::integer + n, ${id}, 1 + n % 100, case when n % 3 <> 0 and n > 3 then ${id}::integer + 1 + n / 4 end,
        'A comment of some length, with **words** in it, number ' || n, floor(50 * power(random(), 4))
      from generate_series(1, ${size}::integer) n`
    await tx`select setval('content_id_seq', ${id + size + 1})`
    return id
  })
}

/**
 * Runs the minimal transaction for a vote: locks the post, toggles the vote and updates the score and the author's
 * counts.
 */
const vote = ({ sql }: Database, userId: number, postId: number) =>
  sql.begin(async (tx) => {
    const [post] = await tx<{ userId: number }[]>`select user_id from posts where id = ${postId} for update`
    const removed = await tx`delete from votes where post_id = ${postId} and user_id = ${userId}`
    const change = removed.count > 0 ? -1 : 1
    if (change > 0) await tx`insert into votes (user_id, post_id, value) values (${userId}, ${postId}, 1)`
    await tx`update posts set score = score + ${change} where id = ${postId}`
    await tx`
      update users set karma = karma + ${change}, total_upvotes = total_upvotes + ${change},
        total_engagement = total_engagement + ${change}
      where id = ${post?.userId ?? 0}`
  })
