import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/** What belongs to one wave: the accounts, and what of theirs has to be taken away. */
export type Wave = { members: number[]; items: number[]; count: number }

/** The number of waves that one run handles. The next run finds the others. */
const MAX_WAVES = 50
/**
 * The number of posts, comments or votes of a wave that one run takes away. What is left of a larger wave must still be
 * found by the next run, so it is large.
 */
const MAX_ITEMS = 20_000

/** An SQL condition that moderators have not found a wave with this user to be nothing wrong within a week. */
const isUncleared = (sql: AnySql, userId: SqlFragment): SqlFragment => sql`
  not exists (
    select from moderation_case_items i
    where i.kind = 'member' and i.item_id = ${userId} and i.cleared_at > now() - interval '7 days')`

/**
 * Finds newcomers who have published the same text: at least `minMembers` of them within a day, and the same but for
 * digits, signs and case. Of their posts, lists those that are public.
 */
export const selectPostWaves = (sql: AnySql, minMembers: number) => sql<Wave[]>`
  with recent as materialized (
    select p.id, p.user_id, p.is_private, md5(left(regexp_replace(lower(p.prompt), '[^[:alpha:]]+', '', 'g'), 400)) as text
    from posts p join users u on u.id = p.user_id
    where p.created_at > now() - interval '1 day' and u.trust_level = 'newcomer' and (not p.is_private or p.restriction is not null)
      and ${isUncleared(sql, sql`p.user_id`)}
  )
  select array_agg(distinct user_id) as members, count(*)::integer as count,
    (array_agg(id order by id) filter (where not is_private))[1:${MAX_ITEMS}::integer] as items
  from recent group by text
  having count(distinct user_id) >= ${minMembers} and bool_or(not is_private)
  order by min(id) limit ${MAX_WAVES}`

/** Finds newcomers who have written the same comment, as `selectPostWaves` does for posts. Short comments are left out. */
export const selectCommentWaves = (sql: AnySql, minMembers: number, minLength: number) => sql<Wave[]>`
  with recent as materialized (
    select c.id, c.user_id, regexp_replace(lower(left(c.content, 2000)), '[^[:alpha:]]+', '', 'g') as text
    from comments c join users u on u.id = c.user_id
    where c.created_at > now() - interval '1 day' and u.trust_level = 'newcomer' and not c.is_deleted
      and ${isUncleared(sql, sql`c.user_id`)}
  )
  select array_agg(distinct user_id) as members, count(*)::integer as count, (array_agg(id order by id))[1:${MAX_ITEMS}::integer] as items
  from recent where char_length(text) >= ${minLength} group by md5(text)
  having count(distinct user_id) >= ${minMembers} order by min(id) limit ${MAX_WAVES}`

/** Finds newcomers whose posts or comments link to the same host, which at least `minMembers` of them do within a day. */
export const selectLinkWaves = (sql: AnySql, minMembers: number) => sql<(Wave & { host: string })[]>`
  with recent as materialized (
    select c.id, c.user_id, lower(substring(c.content from 'https?://([^/ ?#)]+)')) as host
    from comments c join users u on u.id = c.user_id
    where c.created_at > now() - interval '1 day' and u.trust_level = 'newcomer' and not c.is_deleted and c.content ~* 'https?://'
      and ${isUncleared(sql, sql`c.user_id`)}
  )
  select host, array_agg(distinct user_id) as members, count(*)::integer as count, (array_agg(id order by id))[1:${MAX_ITEMS}::integer] as items
  from recent where host is not null group by host
  having count(distinct user_id) >= ${minMembers} order by min(id) limit ${MAX_WAVES}`

/**
 * Finds accounts made within the same hour whose votes are most of those on the same posts: `minPosts` posts, each with
 * votes of at least `minMembers` of these accounts, which are seven tenths of its votes. Lists their votes on these posts.
 */
export const selectBurstRings = (
  sql: AnySql,
  { minMembers, minPosts }: { minMembers: number; minPosts: number },
) => sql<Wave[]>`
  with recent as materialized (
    select v.id, v.post_id, v.user_id, floor(extract(epoch from u.created_at) / 3600) as hour
    from votes v join users u on u.id = v.user_id
    where v.created_at > now() - interval '1 day' and v.post_id is not null and u.trust_level = 'newcomer'
      and ${isUncleared(sql, sql`v.user_id`)}
  ), suspicious as materialized (
    select post_id, hour, count(*) as votes from recent group by post_id, hour having count(*) >= ${minMembers}
  ), dominated as materialized (
    select s.post_id, s.hour from suspicious s
    where s.votes >= 0.7 * (select count(*) from votes v where v.post_id = s.post_id)
  ), voters as materialized (
    select r.hour, r.user_id from recent r join dominated d using (post_id, hour)
    group by r.hour, r.user_id having count(*) >= ${minPosts}
  )
  select array_agg(distinct r.user_id) as members, count(distinct r.post_id)::integer as count,
    (array_agg(r.id order by r.id))[1:${MAX_ITEMS}::integer] as items
  from recent r join dominated d using (post_id, hour) join voters w using (hour, user_id)
  group by r.hour having count(distinct r.user_id) >= ${minMembers} and count(distinct r.post_id) >= ${minPosts} limit ${MAX_WAVES}`

/**
 * Finds pairs of members who upvote each other: each has given the other at least `minVotes` upvotes within a month, and
 * those are six tenths of the upvotes that they gave. Lists their upvotes for each other.
 */
export const selectMutualRings = (sql: AnySql, minVotes: number) => sql<Wave[]>`
  with recent as materialized (
    select v.id, v.user_id as voter, p.user_id as author
    from votes v join posts p on p.id = v.post_id
    where v.created_at > now() - interval '30 days' and v.value = 1 and p.user_id <> v.user_id
  ), edges as materialized (
    select voter, author, count(*) as votes, array_agg(id order by id) as ids from recent group by voter, author having count(*) >= ${minVotes}
  ), given as materialized (
    select voter, count(*) as votes from recent where voter in (select voter from edges) group by voter
  )
  select array[a.voter, b.voter] as members, (a.votes + b.votes)::integer as count, (a.ids || b.ids)[1:${MAX_ITEMS}::integer] as items
  from edges a join edges b on b.voter = a.author and b.author = a.voter and a.voter < b.voter
    and ${isUncleared(sql, sql`a.voter`)}
  join given ga on ga.voter = a.voter join given gb on gb.voter = b.voter
  where a.votes >= 0.6 * ga.votes and b.votes >= 0.6 * gb.votes limit ${MAX_WAVES}`
