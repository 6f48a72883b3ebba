import { MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import type { AnySql } from '#server/database/connect.ts'

type Row = { postId: number; authorId: number; reason: string; text: string; isRestricted: boolean }

/** Finds a suggested edit for moderation, without the topic of its post. */
export const selectSuggestedEditSubject = async (
  sql: AnySql,
  id: number,
): Promise<(ModeratedSubject & { postId: number }) | null> => {
  const [row] = await sql<Row[]>`
    select e.post_id, e.user_id as author_id, e.reason, e.is_restricted,
      left((select string_agg(value, E'\\n\\n') from jsonb_each_text(e.after)), ${MAX_SUBJECT_TEXT}) as text
    from suggested_edits e where e.id = ${id}`
  if (!row) return null
  const { postId, authorId, reason, text, isRestricted } = row
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
  }
}

/** Takes a suggested edit away from everybody, or gives it back. Returns false if nothing changes. */
export const updateIsRestricted = async (tx: AnySql, id: number, isRestricted: boolean): Promise<boolean> =>
  (
    await tx`
      update suggested_edits set is_restricted = ${isRestricted} where id = ${id} and is_restricted <> ${isRestricted}`
  ).count > 0
