import { joinMember } from '#features/members/server/profile-query.ts'
import type { ModelTally } from '#features/posts/contract.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { wilsonLowerBound } from '../wilson.ts'

/**
 * An SQL expression for the version in which the prompt of the post `p` was written: the given version, or the one that
 * introduced the current prompt.
 */
export const promptVersionExpression = (sql: AnySql, promptVersion: number | undefined): SqlFragment =>
  promptVersion === undefined ? sql`p.prompt_version` : sql`${promptVersion}::integer`

/**
 * Counts how often a post's prompt (the current one, or the one written in a version) worked with each model. The most
 * reliable model comes first.
 */
export const selectModelTallies = async (
  sql: AnySql,
  postId: number,
  promptVersion?: number,
): Promise<ModelTally[]> => {
  const rows = await sql<ModelTally[]>`
    select r.model, count(*) filter (where r.worked)::integer as worked, count(*)::integer as total
    from post_results r ${joinPost(sql, sql`r.post_id`)}
    where r.post_id = ${postId} and r.prompt_version = ${promptVersionExpression(sql, promptVersion)} group by r.model order by r.model`
  return rows.toSorted(
    (a, b) => wilsonLowerBound(b.worked, b.total) - wilsonLowerBound(a.worked, a.total) || b.total - a.total,
  )
}

/**
 * An SQL condition that checks whether someone reported that the current prompt of the post `p` worked with
 * one of these models.
 */
export const hasWorkedWith = (sql: AnySql, models: readonly string[]): SqlFragment => sql`
  p.has_results and exists (
    select from post_results r
    where r.post_id = p.id and r.prompt_version = p.prompt_version and r.worked and r.model = any(${[...models]}::text[]))`

/** An answer is shown outside of its post's page up to this length. */
const MAX_ANSWER = 280

/**
 * An SQL query for the newest answer to the current prompt of the post with this alias: the beginning of an example of a
 * report that it worked, by a member who is no newcomer, with its model, as JSON.
 */
export const selectBestAnswer = (sql: AnySql, post: SqlFragment): SqlFragment => sql`
  select json_build_object('model', r.model, 'text', left(r.example, ${MAX_ANSWER})) as answer
  from post_results r ${joinMember(sql, sql`r.user_id`)}
  where r.post_id = ${post}.id and r.prompt_version = ${post}.prompt_version and r.worked and r.example <> ''
    and u.trust_level <> 'newcomer' and not u.is_muted
  order by r.id desc limit 1`

/** Deletes up to `max` results of posts. Returns their number. */
export const deleteSomeResults = async (
  tx: AnySql,
  postIds: readonly number[],
  max: number,
): Promise<number> =>
  (
    await tx`
      delete from post_results where id in (
        select id from post_results where post_id = any(${[...postIds]}::integer[]) limit ${max})`
  ).count
