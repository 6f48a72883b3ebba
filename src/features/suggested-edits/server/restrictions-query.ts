import { MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { andNotHiddenByBlock } from '#features/members/server/blocks-query.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { canReadQuoteFrom, isNotDeleted } from '#features/posts/server/visibility-query.ts'
import { isQuoteOfWithdrawn } from '#features/versions/server/restrictions-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * An SQL condition that the viewer, who can see the post `p`, can read the suggested edit `e` of it. One that quotes a
 * withdrawn version can be read by the post's author, as the version, and by the member who suggested it.
 */
export const isReadableEdit = (sql: AnySql, viewer: Viewer): SqlFragment => sql`(
  not e.is_restricted and ${isNotDeleted(sql)}
    and (e.user_id = ${viewer?.id ?? null}::integer or ${canReadQuoteFrom(sql, viewer, sql`e.created_at`)}
      and (p.user_id = ${viewer?.id ?? null}::integer or not ${isQuoteOfWithdrawn(sql, quoteOf(sql))}))
    ${andNotHiddenByBlock(sql, viewer, sql`e.user_id`)})`

const quoteOf = (sql: AnySql) => ({ postId: sql`e.post_id`, quote: sql`e.before` })

/** Deletes the suggested edits that quote a withdrawn version which is about to be deleted. The caller has locked the post. */
export const deleteQuotesOfWithdrawn = (tx: AnySql, postId: number, number: number) => tx`
  delete from suggested_edits e
  where e.post_id = ${postId} and ${isQuoteOfWithdrawn(tx, { ...quoteOf(tx), number })}`

/** Lists those of these suggested edits that the member can read, if they can see the posts, which the caller checks. */
export const selectReadableEdits = (sql: AnySql, member: Member, ids: readonly number[]) => sql<
  { id: number; postId: number }[]
>`
  select e.id, e.post_id from suggested_edits e ${joinPost(sql, sql`e.post_id`)}
  where e.id = any(${[...ids]}::integer[]) and ${isReadableEdit(sql, member)}`

type Row = {
  postId: number
  authorId: number
  reason: string
  text: string
  isRestricted: boolean
  revision: string
}

/** Finds a suggested edit for moderation, without the topic and the privacy of its post. */
export const selectSuggestedEditSubject = async (
  sql: AnySql,
  id: number,
): Promise<(ModeratedSubject & { postId: number }) | null> => {
  const [row] = await sql<Row[]>`
    select e.post_id, e.user_id as author_id, e.reason, e.is_restricted, md5(e.reason || e.after::text) as revision,
      left((select string_agg(value, E'\\n\\n') from jsonb_each_text(e.after)), ${MAX_SUBJECT_TEXT}) as text
    from suggested_edits e where e.id = ${id}`
  if (!row) return null
  const { postId, authorId, reason, text, isRestricted, revision } = row
  return {
    id,
    version: 0,
    postId,
    topicId: null,
    authorId,
    excerpt: reason,
    text,
    exampleFiles: [],
    tags: [],
    labels: [],
    href: isRestricted ? null : paths.suggestedEdit(postId, id),
    isVisible: !isRestricted,
    isPrivate: false,
    revision,
  }
}

/** Takes a suggested edit away from everybody, or gives it back. Returns false if nothing changes. */
export const updateIsRestricted = async (tx: AnySql, id: number, isRestricted: boolean): Promise<boolean> =>
  (
    await tx`
      update suggested_edits set is_restricted = ${isRestricted} where id = ${id} and is_restricted <> ${isRestricted}`
  ).count > 0
