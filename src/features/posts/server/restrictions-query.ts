import { MAX_SUBJECT_TEXT, type ModeratedSubject } from '#core/moderated-subject.ts'
import { paths } from '#core/paths.ts'
import { type PostLabel, type PostRestriction, waitingRestrictions } from '#core/post-restrictions.ts'
import type { Member } from '#core/viewer.ts'
import { topicExists } from '#features/topics/server/topics-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { rememberRemovedPrompts } from './removed-prompts-query.ts'
import { canSeePost, isNotDeleted, isPrivateByAuthor } from './visibility-query.ts'

export type RestrictedPost = {
  id: number
  restriction: PostRestriction | null
  isPrivate: boolean
  tags: string[]
  mentions: string[]
  userId: number
  version: number
}

/** Lists those of these posts that exist, in id order. */
export const selectRestrictions = (tx: AnySql, ids: readonly number[]) => tx<RestrictedPost[]>`
  select p.id, p.restriction, p.is_private, current_tags(p.tags) as tags, p.mentions, p.user_id, p.version from posts p
  where p.id = any(${[...ids]}::integer[]) and ${isNotDeleted(tx)} order by p.id`

/**
 * Restricts locked posts, and stores their topic and privacy, unless they are restricted already. A post that has no private link
 * gets the given one, because every private post has one; nobody but the author can open it. The time is the clock's, as
 * that of versions, because an edit may lock the post after this transaction has begun, and before this statement.
 */
export const updateRestrictions = (
  tx: AnySql,
  links: ReadonlyMap<number, string>,
  restriction: PostRestriction,
) => tx`
  with remembered as (${rememberRemovedPrompts(tx, [...links.keys()], restriction === 'removed')})
  update posts p set restriction = ${restriction}, restricted_since = clock_timestamp(),
    restricted_topic_id = case when p.restriction is null then p.topic_id else p.restricted_topic_id end,
    restricted_as_private = case when p.restriction is null then p.is_private else p.restricted_as_private end,
    is_private = true, private_id = coalesce(p.private_id, new.private_id), topic_id = null
  from unnest(${[...links.keys()]}::integer[], ${[...links.values()]}::text[]) as new(id, private_id)
  where p.id = new.id`

/**
 * Gives locked posts back to their readers as they were: in their topic if it still exists, and with their public
 * history. One that has waited for its first look is as new as if it were published now. Returns those that are public.
 */
export const clearRestrictions = async (tx: AnySql, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx<{ id: number; isPrivate: boolean }[]>`
    with forgotten as (${rememberRemovedPrompts(tx, ids, false)})
    update posts p set restriction = null, restricted_since = null, restricted_topic_id = null, restricted_as_private = false,
      is_private = p.restricted_as_private, private_id = case when p.restricted_as_private then p.private_id end,
      topic_id = case when ${topicExists(tx, tx`p.restricted_topic_id`)} then p.restricted_topic_id end,
      created_at = case when p.restriction = 'waiting' then now() else p.created_at end
    where p.id = any(${[...ids]}::integer[]) and p.restriction is not null
    returning p.id, p.is_private`
  return rows.flatMap(({ id, isPrivate }) => (isPrivate ? [] : id))
}

/** Replaces the labels of a post, and returns those that it had; null if there is no such post. */
export const updateLabels = async (
  tx: AnySql,
  id: number,
  labels: readonly PostLabel[],
): Promise<PostLabel[] | null> => {
  const [row] = await tx<{ labels: PostLabel[] }[]>`
    update posts p set labels = ${[...labels]}::text[] from (
      select id, labels from posts where id = ${id} for no key update
    ) as old
    where p.id = old.id and ${isNotDeleted(tx)} returning old.labels`
  return row?.labels ?? null
}

/**
 * Lists up to `max` posts that have been removed for longer than the given number of days, the oldest removal first,
 * without the first `skipped` ones.
 */
export const selectRemovedPostIds = async (
  tx: AnySql,
  days: number,
  { max, skipped }: { max: number; skipped: number },
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select p.id from posts p
    where p.restriction = 'removed' and p.restricted_since < now() - ${days}::integer * interval '1 day' and ${isNotDeleted(tx)}
    order by p.restricted_since, p.id limit ${max} offset ${skipped}`
  return rows.map(({ id }) => id)
}

type PostSubjectRow = Omit<ModeratedSubject, 'version' | 'postId' | 'href' | 'isVisible'> & {
  hasPrivateLink: boolean
  restriction: PostRestriction | null
}

/** Finds a post for moderation; see `selectPostSubjects`. */
export const selectPostSubject = async (
  sql: AnySql,
  viewer: Member | null,
  id: number,
): Promise<ModeratedSubject | null> => (await selectPostSubjects(sql, viewer, [id]))[0] ?? null

/**
 * Finds posts for moderation, by id. `viewer` is the member who reports them and must see them, or `null` for moderators.
 */
export const selectPostSubjects = async (
  sql: AnySql,
  viewer: Member | null,
  ids: readonly number[],
): Promise<ModeratedSubject[]> => {
  const rows = await sql<PostSubjectRow[]>`
    select p.id, coalesce(p.topic_id, p.restricted_topic_id) as topic_id, p.user_id as author_id, p.title as excerpt,
      left(concat_ws(E'\\n\\n', nullif(p.description, ''), p.prompt), ${MAX_SUBJECT_TEXT}) as text, p.example_files,
      current_tags(p.tags) as tags, p.labels, ${isPrivateByAuthor(sql)} as is_private, p.is_private as has_private_link, p.restriction,
      p.revision::text
    from posts p
    where p.id = any(${[...ids]}::integer[]) and ${isNotDeleted(sql)} and ${viewer ? canSeePost(sql, viewer) : sql`true`}
    order by p.id`
  return rows.map(({ hasPrivateLink, restriction, ...subject }) => ({
    ...subject,
    version: 0,
    postId: subject.id,
    // A private link gives access, which nobody gets by a case, also not for when the restriction ends.
    href: hasPrivateLink && restriction === null ? null : paths.postById(subject.id),
    isVisible: restriction === null,
  }))
}

type PostTitle = Pick<ModeratedSubject, 'id' | 'authorId' | 'isVisible' | 'isPrivate'> & { title: string }

/** Finds the titles of posts, by id, and what says who sees them. */
export const selectPostTitles = (sql: AnySql, ids: readonly number[]) => sql<PostTitle[]>`
  select p.id, p.user_id as author_id, p.title, p.restriction is null as is_visible, ${isPrivateByAuthor(sql)} as is_private
  from posts p where p.id = any(${[...ids]}::integer[]) and ${isNotDeleted(sql)} order by p.id`

/**
 * Puts a locked post into a topic, or out of every topic, and returns the one that it had and the one that it has. A post that
 * its author has made private stays in none. The caller corrects the counts.
 */
export const updateTopicOfPost = async (
  tx: AnySql,
  id: number,
  topicId: number | null,
): Promise<{ before: number | null; after: number | null }> => {
  const [row] = await tx<{ before: number | null; after: number | null }[]>`
    update posts p set topic_id = case when not p.is_private then ${topicId}::integer end,
      restricted_topic_id = case when p.restriction is not null and not p.restricted_as_private then ${topicId}::integer end
    from (select id, coalesce(topic_id, restricted_topic_id) as topic_id from posts where id = ${id}) as old
    where p.id = old.id returning old.topic_id as before, coalesce(p.topic_id, p.restricted_topic_id) as after`
  return row ?? { before: null, after: null }
}

export type WaitingPost = { postId: number; title: string; restriction: (typeof waitingRestrictions)[number] }

/** Lists up to `max` of a member's posts that are restricted until a moderator or the member does something. */
export const selectWaitingPosts = (sql: AnySql, userId: number, max: number) => sql<WaitingPost[]>`
  select id as post_id, title, restriction from posts
  where user_id = ${userId} and restriction = any(${[...waitingRestrictions]}::text[]) order by id limit ${max}`

/** Lists up to `max` of a member's posts that readers see, or that are hidden only by reports. */
export const selectRemovablePostIds = async (tx: AnySql, userId: number, max: number): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id from posts p
    where p.user_id = ${userId} and (not p.is_private or p.restriction in ('waiting', 'reported')) order by id limit ${max}`
  return rows.map(({ id }) => id)
}
