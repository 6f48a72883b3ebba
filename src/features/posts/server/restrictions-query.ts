import type { PostRestriction } from '#core/post-restrictions.ts'
import { topicExists } from '#features/topics/server/topics-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { isNotDeleted } from './visibility-query.ts'

export type RestrictedPost = {
  id: number
  restriction: PostRestriction | null
  isPrivate: boolean
  tags: string[]
  mentions: string[]
  userId: number
}

/** Lists those of these posts that exist, in id order. */
export const selectRestrictions = (tx: AnySql, ids: readonly number[]) => tx<RestrictedPost[]>`
  select p.id, p.restriction, p.is_private, current_tags(p.tags) as tags, p.mentions, p.user_id from posts p
  where p.id = any(${[...ids]}::integer[]) and ${isNotDeleted(tx)} order by p.id`

/**
 * Restricts locked posts, and stores their topic and privacy, unless they are restricted already. A post that has no private link
 * gets the given one, because every private post has one; nobody but the author can open it.
 */
export const updateRestrictions = (
  tx: AnySql,
  links: ReadonlyMap<number, string>,
  restriction: PostRestriction,
) => tx`
  update posts p set restriction = ${restriction}, restricted_since = now(),
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
    update posts p set restriction = null, restricted_since = null, restricted_topic_id = null, restricted_as_private = false,
      is_private = p.restricted_as_private, private_id = case when p.restricted_as_private then p.private_id end,
      topic_id = case when ${topicExists(tx, tx`p.restricted_topic_id`)} then p.restricted_topic_id end,
      created_at = case when p.restriction = 'waiting' then now() else p.created_at end
    where p.id = any(${[...ids]}::integer[]) and p.restriction is not null
    returning p.id, p.is_private`
  return rows.flatMap(({ id, isPrivate }) => (isPrivate ? [] : id))
}
