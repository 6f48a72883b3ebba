import { MAX_SUBJECT_EXCERPT, MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { truncateText } from '#core/text.ts'
import type { AnySql } from '#server/database/connect.ts'

type Row = { postId: number; authorId: number; model: string; note: string; example: string }

/** Finds a report how a prompt worked, for moderation, without the topic of its post. */
export const selectResultSubject = async (
  sql: AnySql,
  id: number,
): Promise<(ModeratedSubject & { postId: number }) | null> => {
  const [row] = await sql<Row[]>`
    select post_id, user_id as author_id, model, note, left(example, ${MAX_SUBJECT_TEXT}) as example
    from post_results where id = ${id}`
  if (!row) return null
  const { postId, authorId, model, note, example } = row
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
  }
}

export type ResultTexts = { note: string; example: string }

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
