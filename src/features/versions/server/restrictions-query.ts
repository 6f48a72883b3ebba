import { MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { joinPost } from '#features/posts/server/access-query.ts'
import { firstReadableVersion } from '#features/posts/server/visibility-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/**
 * An SQL condition that the viewer, who can see the post `p`, can read its version `v`. Versions that moderators have
 * withdrawn can be read by the post's author only.
 */
export const isReadableVersion = (sql: AnySql, viewer: Viewer): SqlFragment => sql`(
  v.number >= ${firstReadableVersion(sql, viewer)} and (not v.is_withdrawn or p.user_id = ${viewer?.id ?? null}::integer))`

/**
 * An SQL condition that the texts in `quote`, by the names of their fields, are those of a version of the post that
 * moderators have withdrawn, and of no other version. With `number`, only of that version.
 */
export const isQuoteOfWithdrawn = (
  sql: AnySql,
  { postId, quote, number }: { postId: SqlFragment; quote: SqlFragment; number?: number },
): SqlFragment => sql`(
  exists (
    select from post_versions w where w.post_id = ${postId} and w.is_withdrawn and w.fields @> ${quote}
      ${number === undefined ? sql`` : sql`and w.number = ${number}`})
  and not exists (
    select from post_versions o where o.post_id = ${postId} and not o.is_withdrawn and o.fields @> ${quote}))`

type Row = {
  authorId: number | null
  text: string
  exampleFiles: string[]
  isWithdrawn: boolean
  revision: string
}

/** Finds what a version says, for moderators. Posts that were never edited have no row for their only one. */
export const selectVersionForModeration = async (
  sql: AnySql,
  postId: number,
  number: number,
): Promise<Row | null> => {
  const [row] = await sql<Row[]>`
    select v.user_id as author_id, v.is_withdrawn, md5(v.fields::text) as revision,
      left(concat_ws(E'\\n\\n', nullif(v.fields ->> 'title', ''), nullif(v.fields ->> 'description', ''), v.fields ->> 'prompt'),
        ${MAX_SUBJECT_TEXT}) as text,
      array(select jsonb_array_elements_text(coalesce(v.fields -> 'exampleFiles', '[]'))) as example_files
    from post_versions v where v.post_id = ${postId} and v.number = ${number}
    union all
    select p.user_id, false, p.revision::text,
      left(concat_ws(E'\\n\\n', p.title, nullif(p.description, ''), p.prompt), ${MAX_SUBJECT_TEXT}), p.example_files
    from (values (${postId}::integer)) of_post(id) ${joinPost(sql, sql`of_post.id`)}
    where p.version = ${number}::integer
      and not exists (select from post_versions v where v.post_id = p.id and v.number = p.version)`
  return row ?? null
}

/**
 * Withdraws a version, which only the author of the post can read from then on, or the opposite. Returns its title, or
 * null if nothing changes, and for the current version, which is the post itself.
 */
export const updateIsWithdrawn = async (
  tx: AnySql,
  { id, version }: Pick<ModeratedSubject, 'id' | 'version'>,
  isWithdrawn: boolean,
): Promise<string | null> => {
  const [row] = await tx<{ title: string }[]>`
    update post_versions v set is_withdrawn = ${isWithdrawn}
    from (values (${id}::integer)) of_post(id) ${joinPost(tx, tx`of_post.id`)}
    where v.post_id = p.id and v.number = ${version}::integer and v.is_withdrawn <> ${isWithdrawn}
      and (not ${isWithdrawn} or v.number < p.version)
    returning v.fields ->> 'title' as title`
  return row?.title ?? null
}

/**
 * Withdraws what locked posts have said since they were restricted, except what they say now, and returns the titles: readers
 * have not seen it, or moderators objected to it. Call it before the restriction ends or changes.
 */
export const withdrawRestrictedVersions = (tx: AnySql, postIds: readonly number[]) => tx<
  { postId: number; title: string }[]
>`
  update post_versions v set is_withdrawn = true
  from unnest(${[...postIds]}::integer[]) of_post(id) ${joinPost(tx, tx`of_post.id`)}
  where v.post_id = p.id and v.number < p.version and not v.is_withdrawn and v.number >= (
    select coalesce(max(o.number), 1) from post_versions o where o.post_id = p.id and o.created_at <= p.restricted_since)
  returning v.post_id, v.fields ->> 'title' as title`

/** Lists those of these versions that the member can read, if they can see the posts, which the caller checks. */
export const selectReadableVersions = (
  sql: AnySql,
  member: Member,
  keys: readonly { postId: number; version: number }[],
) => sql<{ postId: number; version: number }[]>`
  select v.post_id, v.number as version
  from unnest(${keys.map(({ postId }) => postId)}::integer[], ${keys.map(({ version }) => version)}::integer[]) as wanted (post_id, number)
  join post_versions v using (post_id, number) ${joinPost(sql, sql`v.post_id`)}
  where ${isReadableVersion(sql, member)}`
