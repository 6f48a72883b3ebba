import type { AnySql } from '#server/database/connect.ts'

/**
 * Deletes one comment in the caller's transaction and updates every count. A comment with replies becomes
 * '[deleted]' and loses its text and author. A comment without replies is removed, together with any
 * '[deleted]' ancestors that have no other replies. Returns false if the comment does not exist or is already
 * deleted. Locks the post, the comment and the users, in that order.
 */
export const deleteCommentRow = async (tx: AnySql, id: number): Promise<boolean> => {
  await tx`
    select 1 from posts where id = (select post_id from comments where id = ${id}) for no key update`
  const [locked] = await tx<
    { isDeleted: boolean }[]
  >`select is_deleted from comments where id = ${id} for update`
  if (!locked || locked.isDeleted) return false
  await lowerCounts(tx, id)
  const blanked = await tx`
    update comments set user_id = null, content = '[deleted]', is_deleted = true, updated_at = now()
    where id = ${id} and exists (select from comments r where r.parent_id = ${id})`
  if (blanked.count > 0) await tx`delete from notifications where comment_id = ${id}`
  else await deleteBranch(tx, id)
  return true
}

/**
 * Subtracts other members' votes from the commenter's counts, and the comment from the counts of the post and
 * its author.
 */
const lowerCounts = async (tx: AnySql, id: number): Promise<void> => {
  await tx`
    select 1 from users where id in (
      select user_id from comments where id = ${id}
      union select p.user_id from comments c join posts p on p.id = c.post_id where c.id = ${id}
    ) order by id for no key update`
  await tx`
    with gone as (
      select c.post_id, c.user_id as commenter, p.user_id as author,
        (not p.is_private and c.user_id <> p.user_id)::integer as engagement
      from comments c join posts p on p.id = c.post_id where c.id = ${id}
    ), given as (
      select coalesce(sum(v.value), 0) as karma, count(*) filter (where v.value = 1) as upvotes
      from votes v join gone on v.user_id <> gone.commenter where v.comment_id = ${id}
    ), parts as (
      select commenter as user_id, karma, upvotes, upvotes as engagement from gone, given
      union all
      select author, 0, 0, engagement from gone
    ), total as (
      select user_id, sum(karma) as karma, sum(upvotes) as upvotes, sum(engagement) as engagement
      from parts group by user_id
    ), lowered as (
      update posts p set comment_count = p.comment_count - 1 from gone where p.id = gone.post_id
    )
    update users u set karma = u.karma - t.karma, total_upvotes = u.total_upvotes - t.upvotes,
      total_engagement = u.total_engagement - t.engagement
    from total t where u.id = t.user_id`
}

/**
 * Deletes a comment without replies, along with all '[deleted]' ancestors that remained only because of it.
 */
const deleteBranch = (tx: AnySql, id: number) => tx`
  with recursive dead as (
    select c.id, c.parent_id from comments c where c.id = ${id}
    union all
    select p.id, p.parent_id from dead d join comments p on p.id = d.parent_id
    where p.is_deleted and not exists (select from comments s where s.parent_id = p.id and s.id <> d.id)
  )
  delete from comments where id in (select id from dead)`

/**
 * Removes every '[deleted]' comment on these posts that has no replies left. The caller must have locked the
 * posts.
 */
export const pruneDeletedComments = (tx: AnySql, postIds: readonly number[]) => tx`
  with recursive kept as (
    select c.parent_id as id from comments c
    where c.post_id = any(${[...postIds]}::integer[]) and not c.is_deleted and c.parent_id is not null
    union
    select c.parent_id from kept k join comments c on c.id = k.id where c.parent_id is not null
  )
  delete from comments
  where post_id = any(${[...postIds]}::integer[]) and is_deleted and id not in (select id from kept)`
