import { MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { CollectionVisibility } from '../contract-values.ts'
import { canReadCollection, collectionRoleColumn } from './editors-query.ts'

type Row = {
  id: number
  linkId: string
  authorId: number
  title: string
  text: string
  isRestricted: boolean
  visibility: CollectionVisibility
  revision: string
}

/** Finds a collection for moderation, by its row or by its link. */
export const selectCollectionSubject = async (
  sql: AnySql,
  by: { id: number } | { linkId: string },
): Promise<ModeratedSubject | null> => {
  const [row] = await sql<Row[]>`
    select c.id, c.link_id, c.user_id as author_id, c.title, left(c.description, ${MAX_SUBJECT_TEXT}) as text,
      c.restricted_visibility is not null as is_restricted, coalesce(c.restricted_visibility, c.visibility) as visibility,
      md5(c.title || E'\\n' || c.description) as revision
    from collections c where ${'id' in by ? sql`c.id = ${by.id}` : sql`c.link_id = ${by.linkId}`}`
  if (!row) return null
  const { id, linkId, authorId, title, text, isRestricted, visibility, revision } = row
  return {
    id,
    version: 0,
    postId: null,
    topicId: null,
    authorId,
    excerpt: title,
    text,
    exampleFiles: [],
    tags: [],
    labels: [],
    href: visibility === 'private' ? null : paths.collection({ id: linkId, title }),
    isVisible: !isRestricted,
    isPrivate: visibility !== 'public',
    revision,
  }
}

/** Makes a collection private until `restoreCollection`. Returns false if it does not exist or is restricted already. */
export const restrictCollection = async (tx: AnySql, id: number): Promise<boolean> =>
  (
    await tx`
      update collections set restricted_visibility = visibility, visibility = 'private'
      where id = ${id} and restricted_visibility is null`
  ).count > 0

/** Gives a collection back to those who could see it. Returns false if it is not restricted. */
export const restoreCollection = async (tx: AnySql, id: number): Promise<boolean> =>
  (
    await tx`
      update collections set visibility = restricted_visibility, restricted_visibility = null
      where id = ${id} and restricted_visibility is not null`
  ).count > 0

/** Lists those of these collections that the member can read. */
export const selectReadableCollections = (sql: AnySql, member: Member, ids: readonly number[]) => sql<
  { id: number; linkId: string; title: string }[]
>`
  select c.id, c.link_id, c.title from collections c
  where c.id = any(${[...ids]}::integer[]) and ${canReadCollection(sql, member)}`

/** Returns whether a member can read a collection without its link: it is public, theirs, or they are invited to edit it. */
export const canReadWithoutLink = async (sql: AnySql, member: Member, id: number): Promise<boolean> =>
  (
    await sql`
      select from collections c
      where c.id = ${id} and (c.visibility = 'public' or ${collectionRoleColumn(sql, member)} is not null)
        and ${canReadCollection(sql, member)}`
  ).length > 0
