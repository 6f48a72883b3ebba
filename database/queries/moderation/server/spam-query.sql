-- src/features/moderation/server/spam-query.ts

with recent as materialized (
    select c.id, c.user_id, lower(substring(c.content from 'https?://([^/ ?#)]+)')) as host
    from comments c join users u on u.id = c.user_id
    where c.created_at > now() - interval '1 day' and u.trust_level = 'newcomer' and not c.is_deleted and c.content ~* 'https?://'
      and 
  not exists (
    select from moderation_case_items i
    where i.kind = 'member' and i.item_id = c.user_id and i.cleared_at > now() - interval '7 days')
  )
  select host, array_agg(distinct user_id) as members, count(*)::integer as count, (array_agg(id order by id))[1:$1::integer] as items
  from recent where host is not null group by host
  having count(distinct user_id) >= $2 order by min(id) limit $3;

with recent as materialized (
    select c.id, c.user_id, regexp_replace(lower(left(c.content, 2000)), '[^[:alpha:]]+', '', 'g') as text
    from comments c join users u on u.id = c.user_id
    where c.created_at > now() - interval '1 day' and u.trust_level = 'newcomer' and not c.is_deleted
      and 
  not exists (
    select from moderation_case_items i
    where i.kind = 'member' and i.item_id = c.user_id and i.cleared_at > now() - interval '7 days')
  )
  select array_agg(distinct user_id) as members, count(*)::integer as count, (array_agg(id order by id))[1:$1::integer] as items
  from recent where char_length(text) >= $2 group by md5(text)
  having count(distinct user_id) >= $3 order by min(id) limit $4;

with recent as materialized (
    select p.id, p.user_id, p.is_private, md5(left(regexp_replace(lower(p.prompt), '[^[:alpha:]]+', '', 'g'), 400)) as text
    from posts p join users u on u.id = p.user_id
    where p.created_at > now() - interval '1 day' and u.trust_level = 'newcomer' and (not p.is_private or p.restriction is not null)
      and 
  not exists (
    select from moderation_case_items i
    where i.kind = 'member' and i.item_id = p.user_id and i.cleared_at > now() - interval '7 days')
  )
  select array_agg(distinct user_id) as members, count(*)::integer as count,
    (array_agg(id order by id) filter (where not is_private))[1:$1::integer] as items
  from recent group by text
  having count(distinct user_id) >= $2 and bool_or(not is_private)
  order by min(id) limit $3;

with recent as materialized (
    select v.id, v.post_id, v.user_id, floor(extract(epoch from u.created_at) / 3600) as hour
    from votes v join users u on u.id = v.user_id
    where v.created_at > now() - interval '1 day' and v.post_id is not null and u.trust_level = 'newcomer'
      and 
  not exists (
    select from moderation_case_items i
    where i.kind = 'member' and i.item_id = v.user_id and i.cleared_at > now() - interval '7 days')
  ), suspicious as materialized (
    select post_id, hour, count(*) as votes from recent group by post_id, hour having count(*) >= $1
  ), dominated as materialized (
    select s.post_id, s.hour from suspicious s
    where s.votes >= 0.7 * (select count(*) from votes v where v.post_id = s.post_id)
  ), voters as materialized (
    select r.hour, r.user_id from recent r join dominated d using (post_id, hour)
    group by r.hour, r.user_id having count(*) >= $2
  )
  select array_agg(distinct r.user_id) as members, count(distinct r.post_id)::integer as count,
    (array_agg(r.id order by r.id))[1:$3::integer] as items
  from recent r join dominated d using (post_id, hour) join voters w using (hour, user_id)
  group by r.hour having count(distinct r.user_id) >= $4 and count(distinct r.post_id) >= $5 limit $6;

with recent as materialized (
    select v.id, v.user_id as voter, p.user_id as author
    from votes v join posts p on p.id = v.post_id
    where v.created_at > now() - interval '30 days' and v.value = 1 and p.user_id <> v.user_id
  ), edges as materialized (
    select voter, author, count(*) as votes, array_agg(id order by id) as ids from recent group by voter, author having count(*) >= $1
  ), given as materialized (
    select voter, count(*) as votes from recent where voter in (select voter from edges) group by voter
  )
  select array[a.voter, b.voter] as members, (a.votes + b.votes)::integer as count, (a.ids || b.ids)[1:$2::integer] as items
  from edges a join edges b on b.voter = a.author and b.author = a.voter and a.voter < b.voter
    and 
  not exists (
    select from moderation_case_items i
    where i.kind = 'member' and i.item_id = a.voter and i.cleared_at > now() - interval '7 days')
  join given ga on ga.voter = a.voter join given gb on gb.voter = b.voter
  where a.votes >= 0.6 * ga.votes and b.votes >= 0.6 * gb.votes limit $3;
