import { countCharacters } from '#core/text.ts'
import type { Viewer } from '#core/viewer.ts'
import { incrementRevealCounts } from '#features/members/server/member-counters-query.ts'
import { buildColumnAssignments } from '#server/database/columns.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { defineExportSection, SMALL_EXPORT_PAGE_SIZE } from '#server/database/export-section.ts'
import type { HiddenText } from '../contract.ts'
import { postFieldColumns, toPostColumns } from './field-columns-query.ts'
import type { PostChanges } from './post-fields-query.ts'
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
    where p.private_id = ${privateId} and p.restriction is null and not exists (
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

type ServerSet = { version: number; mentions: string[] | undefined; hiddenText: HiddenText[] | undefined }

/** Updates the given fields of a post. Undefined fields keep their values. */
export const updatePostFields = async (
  sql: AnySql,
  id: number,
  changes: PostChanges,
  { version, mentions, hiddenText }: ServerSet,
): Promise<void> => {
  const promptLength = changes.prompt === undefined ? undefined : countCharacters(changes.prompt)
  const columns = {
    ...toPostColumns(changes),
    promptLength,
    version,
    mentions,
    hiddenText: hiddenText && JSON.stringify(hiddenText),
  }
  // The right-hand sides of `set` refer to the row's old values.
  await sql`
    update posts set ${buildColumnAssignments(sql, columns)}, revision = revision + 1,
      prompt_version = case when prompt <> ${changes.prompt ?? null}::text then ${version}::integer else prompt_version end
    where id = ${id}`
}

export const postExport = defineExportSection(
  'posts',
  (sql, user, after) => sql`
    select id, ${postFieldColumns(sql)}, mentions, hidden_text, is_private, private_id, seo_slug, is_remix, remix_of, score,
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
