import { MAX_SUBJECT_EXCERPT, MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { truncateText } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { firstReadableVersion } from '#features/posts/server/visibility-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

type Row = {
  postId: number
  authorId: number
  model: string
  note: string
  example: string
  revision: string
}

/** An SQL condition that the member, who can see the post `p`, can read the result `r` on it. */
const isReadableResult = (sql: AnySql, member: Member): SqlFragment => sql`(
  (r.prompt_version = p.prompt_version or r.prompt_version >= ${firstReadableVersion(sql, member)})
    ${andNotHiddenByBlock(sql, member, sql`r.user_id`)})`

/** Lists those of these results that the member can read, if they can see the posts, which the caller checks. */
export const selectReadableResults = (sql: AnySql, member: Member, ids: readonly number[]) => sql<
  { id: number; postId: number }[]
>`
  select r.id, r.post_id from post_results r ${joinPost(sql, sql`r.post_id`)}
  where r.id = any(${[...ids]}::integer[]) and ${isReadableResult(sql, member)}`

/**
 * Finds a report how a prompt worked, for moderation, without the topic and the privacy of its post. `viewer` is the member who reports it
 * and must be able to read it on the post, whose visibility the caller checks, or `null` for moderators.
 */
export const selectResultSubject = async (
  sql: AnySql,
  viewer: Member | null,
  id: number,
): Promise<(ModeratedSubject & { postId: number }) | null> => {
  const [row] = await sql<Row[]>`
    select r.post_id, r.user_id as author_id, r.model, r.note, left(r.example, ${MAX_SUBJECT_TEXT}) as example,
      md5(r.note || E'\\n' || r.example) as revision
    from post_results r ${joinPost(sql, sql`r.post_id`)}
    where r.id = ${id} and ${viewer ? isReadableResult(sql, viewer) : sql`true`}`
  if (!row) return null
  const { postId, authorId, model, note, example, revision } = row
  return {
    id,
    version: 0,
    postId,
    topicId: null,
    authorId,
    excerpt: truncateText(note || example || model, MAX_SUBJECT_EXCERPT),
    text: [note, example].filter(Boolean).join('\n\n'),
    exampleFiles: [],
    tags: [],
    labels: [],
    href: null,
    isVisible: note !== '' || example !== '',
    isPrivate: false,
    revision,
  }
}

export type ResultTexts = { note: string; example: string }

/** Gives a result its texts back, unless its author has written new ones since. Returns false if nothing changes. */
export const restoreResultTexts = async (
  tx: AnySql,
  id: number,
  { note, example }: ResultTexts,
): Promise<boolean> =>
  (
    await tx`
      update post_results set note = ${note}, example = ${example} where id = ${id} and note = '' and example = ''`
  ).count > 0

/** Replaces the texts of a result, and returns those that it had; null if there is no such result. */
export const updateResultTexts = async (
  tx: AnySql,
  id: number,
  { note, example }: ResultTexts,
): Promise<ResultTexts | null> => {
  const [row] = await tx<ResultTexts[]>`
    update post_results r set note = ${note}, example = ${example} from (
      select id, note, example from post_results where id = ${id} for update
    ) as old
    where r.id = old.id returning old.note, old.example`
  return row ?? null
}
