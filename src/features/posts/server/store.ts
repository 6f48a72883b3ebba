import { pick } from '#core/pick.ts'
import { countCharacters } from '#core/text.ts'
import type { Viewer } from '#core/viewer.ts'
import { incrementRevealCounts } from '#features/members/server/member-counters-query.ts'
import { buildColumnAssignments } from '#server/database/columns.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { PostFieldName, PostFields } from '../contract-fields.ts'
import { joinPostTopic } from './access-query.ts'
import { postFieldColumns, toPostColumns } from './field-columns-query.ts'
import { canParticipateInPost } from './visibility-query.ts'

/**
 * Returns the whole prompt, or null if the member is not allowed to reveal it. Also stores and counts the
 * member's first reveal of someone else's post. Authors' views of their own posts are not counted.
 */
export const revealPrompt = async (
  sql: Sql,
  viewer: NonNullable<Viewer>,
  postId: number,
): Promise<string | null> => {
  const [row] = await sql<{ prompt: string }[]>`
    with post as (
      select p.id, p.user_id, p.prompt from posts p where p.id = ${postId} and ${canParticipateInPost(sql, viewer)}
    ), added as (
      insert into post_reveals (user_id, post_id) select ${viewer.id}, id from post where user_id <> ${viewer.id}
      on conflict (post_id, user_id) do nothing returning post_id
    ), counted as (
      ${incrementRevealCounts(sql, viewer.id, sql`added`)}
    )
    select prompt from post`
  return row?.prompt ?? null
}

/**
 * Records that a member has opened a private link. The share lock waits for a concurrent renewal of the link, after
 * which the old link no longer grants access.
 */
export const insertPrivateLinkGrant = async (sql: Sql, userId: number, privateId: string): Promise<void> => {
  await sql`
    insert into private_post_grants (user_id, post_id)
    select ${userId}::integer, p.id from posts p
    where p.private_id = ${privateId} and not exists (
      select from private_post_grants g where g.user_id = ${userId}::integer and g.post_id = p.id)
    for share of p
    on conflict do nothing`
}

/**
 * Replaces a post's private link and revokes the access that the old one granted. Returns false if there is
 * no such private post.
 */
export const updatePrivateId = async (sql: AnySql, id: number, privateId: string): Promise<boolean> => {
  const { count } =
    await sql`update posts set private_id = ${privateId} where id = ${id} and is_private and user_id is not null`
  if (count === 0) return false
  await sql`delete from private_post_grants where post_id = ${id}`
  return true
}

type Published = {
  id: number
  isPrivate: boolean
  seoSlug: string
  topicId: number | null
  topic: { name: string } | null
}

/**
 * Finds a public post with exactly this prompt published by the member within the last day, either in the
 * given topic or, if `topicId` is undefined, in any topic.
 */
export const selectRecentDuplicatePost = async (
  sql: AnySql,
  userId: number,
  prompt: string,
  topicId?: number | null,
): Promise<Published | null> => {
  const [row] = await sql<Published[]>`
    select p.id, p.is_private, p.seo_slug, t.id as topic_id,
      case when t.id is null then null else json_build_object('name', t.name) end as topic
    from posts p ${joinPostTopic(sql)}
    where p.user_id = ${userId} and not p.is_private and p.created_at > now() - interval '1 day'
      and p.prompt_length = ${countCharacters(prompt)} and p.prompt = ${prompt}
      ${topicId === undefined ? sql`` : sql`and p.topic_id is not distinct from ${topicId}`}
    order by p.created_at limit 1`
  return row ?? null
}

type NewPost = PostFields & {
  userId: number
  isPrivate: boolean
  topicId: number | null
  promptLength: number
  privateId: string | null
  seoSlug: string
  remixOf: number | null
  isRemix: boolean
  mentions: string[]
}

/**
 * Returns the new post's id, or null if another post has the slug. If a concurrent transaction is inserting
 * that slug, the call waits for it.
 */
export const insertPost = async (sql: AnySql, post: NewPost): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into posts ${sql({
      ...pick(post, [
        'userId',
        'topicId',
        'isPrivate',
        'privateId',
        'seoSlug',
        'promptLength',
        'remixOf',
        'isRemix',
        'mentions',
      ]),
      ...toPostColumns(post),
    })}
    on conflict (seo_slug) do nothing returning id`
  return row?.id ?? null
}

export type PostChanges = { [Name in PostFieldName]?: PostFields[Name] | undefined }

type ServerSet = { version: number; mentions: string[] | undefined }

/** Updates the given fields of a post. Undefined fields keep their values. */
export const updatePostFields = async (
  sql: AnySql,
  id: number,
  changes: PostChanges,
  { version, mentions }: ServerSet,
): Promise<void> => {
  const promptLength = changes.prompt === undefined ? undefined : countCharacters(changes.prompt)
  const columns = { ...toPostColumns(changes), promptLength, version, mentions }
  // The right-hand sides of `set` refer to the row's old values.
  await sql`
    update posts set ${buildColumnAssignments(sql, columns)},
      prompt_version = case when prompt <> ${changes.prompt ?? null}::text then ${version}::integer else prompt_version end
    where id = ${id}`
}

export const postExport = defineExportSection(
  'posts',
  (sql, user, after) => sql`
    select id, ${postFieldColumns(sql)}, mentions, is_private, private_id, seo_slug, is_remix, remix_of, score,
      comment_count, bookmark_count, created_at,
      (select name from topics t where t.id = p.topic_id) as topic
    from posts p where user_id = ${user} and id > ${after}`,
  SMALL_EXPORT_PAGE_SIZE,
)

export const revealExport = defineExportSection(
  'reveals',
  (sql, user, after) => sql`
    select id, post_id, created_at from post_reveals where user_id = ${user} and id > ${after}`,
)
