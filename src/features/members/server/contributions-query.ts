import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { joinFragments } from '#server/database/fragments.ts'

/** The stored counters, which are sums over other rows. Their names match their columns. */
export const COUNTER_NAMES = [
  'score',
  'comment_count',
  'bookmark_count',
  'post_count',
  'private_posts',
  'karma',
  'total_upvotes',
  'total_engagement',
] as const

type CounterName = (typeof COUNTER_NAMES)[number]

/** The amounts that a row adds to the counters, as SQL expressions. A missing counter counts as 0. */
type CounterDeltas = Partial<Record<CounterName, SqlFragment>>

/**
 * Conditions as SQL expressions. `isOwn` is true for members' actions on their own content, which earn them nothing.
 */
type ContributionConditions = { isOwn: SqlFragment; isPrivate: SqlFragment }

/**
 * Returns a vote's contribution. A vote on the member's own content counts only towards its score. An upvote
 * of a private post counts towards karma, but not towards engagement. An upvote of a comment counts towards
 * both, even on a private post.
 */
export const voteContribution = (
  sql: AnySql,
  kind: 'post' | 'comment',
  { value, isOwn, isPrivate }: ContributionConditions & { value: SqlFragment },
): CounterDeltas => {
  const upvotes =
    kind === 'post'
      ? sql`(${value} = 1 and not ${isOwn} and not ${isPrivate})::integer`
      : sql`(${value} = 1 and not ${isOwn})::integer`
  return {
    score: sql`${value}::integer`,
    karma: sql`case when ${isOwn} then 0 else ${value} end`,
    total_upvotes: upvotes,
    total_engagement: upvotes,
  }
}

export const commentContribution = (sql: AnySql, conditions: ContributionConditions): CounterDeltas => ({
  comment_count: sql`1`,
  total_engagement: engagement(sql, conditions),
})

export const bookmarkContribution = (sql: AnySql, conditions: ContributionConditions): CounterDeltas => ({
  bookmark_count: sql`1`,
  total_engagement: engagement(sql, conditions),
})

/**
 * Returns a post's contribution. A public post counts towards its author's and its topic's figures. A private
 * post counts only towards its author's figures.
 */
export const postContribution = (sql: AnySql, isPrivate: SqlFragment): CounterDeltas => ({
  post_count: sql`(not ${isPrivate})::integer`,
  private_posts: sql`${isPrivate}::integer`,
})

const engagement = (sql: AnySql, { isOwn, isPrivate }: ContributionConditions) =>
  sql`(not ${isOwn} and not ${isPrivate})::integer`

/** Returns the change in the figures when a row changes, for example when a vote is switched. */
export const contributionDifference = (
  sql: AnySql,
  after: CounterDeltas,
  before: CounterDeltas,
): CounterDeltas =>
  Object.fromEntries(
    COUNTER_NAMES.map((name) => [name, sql`${after[name] ?? sql`0`} - ${before[name] ?? sql`0`}`]),
  )

/** The ids of the rows whose counters change, as SQL expressions. `member` is the author of the content. */
type ContributionTargets = {
  member?: SqlFragment
  post?: SqlFragment
  comment?: SqlFragment
  topic?: SqlFragment
}

/** Returns the select list of a contribution. All contributions have the same columns in the same order. */
export const contributionColumns = (
  sql: AnySql,
  to: ContributionTargets,
  deltas: CounterDeltas,
): SqlFragment => {
  const id = (expression?: SqlFragment) => expression ?? sql`null::integer`
  const columns = COUNTER_NAMES.map((name) => sql`${deltas[name] ?? sql`0`} as ${sql(name)}`)
  return sql`
    ${id(to.member)} as member_id, ${id(to.post)} as post_id, ${id(to.comment)} as comment_id,
    ${id(to.topic)} as topic_id, ${joinFragments(sql, columns, sql`, `)}`
}

/**
 * Returns the queries that define, in one place for the whole site, each stored row's contribution. A deleted
 * comment is kept only for its replies: it has no author and no longer counts.
 */
const sources = (sql: AnySql, at: (column: SqlFragment) => SqlFragment) => ({
  posts: sql`
    select ${contributionColumns(
      sql,
      { member: sql`p.user_id`, post: sql`p.id`, topic: sql`p.topic_id` },
      postContribution(sql, sql`p.is_private`),
    )}${at(sql`p.created_at`)}
    from posts p`,
  comments: sql`
    select ${contributionColumns(
      sql,
      { member: sql`p.user_id`, post: sql`p.id`, comment: sql`c.id` },
      whenNotDeleted(sql, commentContribution(sql, conditions(sql, sql`c.user_id`))),
    )}${at(sql`c.created_at`)}
    from comments c join posts p on p.id = c.post_id`,
  bookmarks: sql`
    select ${contributionColumns(
      sql,
      { member: sql`p.user_id`, post: sql`p.id` },
      bookmarkContribution(sql, conditions(sql, sql`b.user_id`)),
    )}${at(sql`b.created_at`)}
    from user_post_bookmarks b join posts p on p.id = b.post_id`,
  postVotes: sql`
    select ${contributionColumns(
      sql,
      { member: sql`p.user_id`, post: sql`p.id` },
      voteContribution(sql, 'post', { value: sql`v.value`, ...conditions(sql, sql`v.user_id`) }),
    )}${at(sql`v.created_at`)}
    from votes v join posts p on p.id = v.post_id`,
  commentVotes: sql`
    select ${contributionColumns(
      sql,
      { member: sql`c.user_id`, comment: sql`c.id` },
      voteContribution(sql, 'comment', {
        value: sql`v.value`,
        isOwn: sql`(v.user_id = c.user_id)`,
        isPrivate: sql`false`,
      }),
    )}${at(sql`v.created_at`)}
    from votes v join comments c on c.id = v.comment_id`,
})

const conditions = (sql: AnySql, actor: SqlFragment): ContributionConditions => ({
  isOwn: sql`(${actor} = p.user_id)`,
  isPrivate: sql`p.is_private`,
})

const whenNotDeleted = (sql: AnySql, deltas: CounterDeltas): CounterDeltas =>
  Object.fromEntries(
    Object.entries(deltas).map(([name, delta]) => [
      name,
      sql`case when c.is_deleted then 0 else ${delta} end`,
    ]),
  )

/**
 * Conditions on the rows `p` (post), `c` (comment), `b` (bookmark) and `v` (vote). In `comments`, `bookmarks`
 * and `postVotes`, `p` is their post; in `commentVotes`, `c` is their comment.
 */
type ContributionFilters = Partial<Record<keyof ReturnType<typeof sources>, SqlFragment>>

/**
 * Selects the contributions of stored rows. It is a union of separate queries, because a condition with `or`
 * would make PostgreSQL scan the whole table. PostgreSQL skips the columns that the outer query does not need
 * only if each column has the same type in all of the union's queries.
 * With `isTimed`, `contributed_at` says when each was made.
 */
export const selectContributions = (
  sql: AnySql,
  selection: ContributionFilters,
  isTimed = false,
): SqlFragment => {
  const all = sources(sql, (column) => (isTimed ? sql`, ${column}::timestamptz as contributed_at` : sql``))
  const parts = Object.entries(selection).map(
    ([name, condition]) => sql`${all[name as keyof typeof all]} where ${condition}`,
  )
  return joinFragments(sql, parts, sql` union all `)
}

/** Selects the contributions of every stored row. */
export const selectAllContributions = (sql: AnySql): SqlFragment => {
  const every = sql`true`
  return selectContributions(sql, {
    posts: every,
    comments: every,
    bookmarks: every,
    postVotes: every,
    commentVotes: every,
  })
}
