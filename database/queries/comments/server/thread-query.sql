-- src/features/comments/server/thread-query.ts

select c.id, c.content, c.mentions, c.user_id, c.post_id, c.post_version, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    c.edited_at, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, 0 as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
  from (
  with recursive tree as (
    (
  select c.id, (row_number() over (order by c.score desc, c.created_at desc, c.id desc) - 1)::integer as cost, 0 as depth
  from comments c
  where c.post_id = $1
    and c.parent_id is null
  order by c.score desc, c.created_at desc, c.id desc limit $2)
    union all
    select r.id, r.cost, t.depth + 1
    from tree t cross join lateral (
      select c.id, (t.cost + 1 + 3 * row_number() over (order by c.score desc, c.created_at desc, c.id desc))::integer as cost
      from comments c where c.parent_id = t.id order by c.score desc, c.created_at desc, c.id desc
      limit greatest(0, ($3::integer - t.cost - 1) / 3)
    ) r
    where t.depth < $4
  )
  select id, row_number() over (order by (depth > 0), cost, depth, id) as ord from tree order by ord limit $5) as page
  join comments c on c.id = page.id
  left join users u on u.id = c.user_id
  order by page.ord;

select c.id, c.content, c.mentions, c.user_id, c.post_id, c.post_version, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    c.edited_at, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, 0 as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
  from (select c.id, row_number() over (order by c.score desc, c.created_at desc, c.id desc) as ord
        from comments c where c.post_id = $1 order by ord limit $2) as page
  join comments c on c.id = page.id
  left join users u on u.id = c.user_id
  order by page.ord;

select c.id, c.content, c.mentions, c.user_id, c.post_id, c.post_version, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    c.edited_at, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, coalesce(v.value, 0) as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
  from (
  with recursive tree as (
    (
  select c.id, (row_number() over (order by c.score desc, c.created_at desc, c.id desc) - 1)::integer as cost, 0 as depth
  from comments c
  where c.post_id = $1
    and c.parent_id is null
  order by c.score desc, c.created_at desc, c.id desc limit $2)
    union all
    select r.id, r.cost, t.depth + 1
    from tree t cross join lateral (
      select c.id, (t.cost + 1 + 3 * row_number() over (order by c.score desc, c.created_at desc, c.id desc))::integer as cost
      from comments c where c.parent_id = t.id order by c.score desc, c.created_at desc, c.id desc
      limit greatest(0, ($3::integer - t.cost - 1) / 3)
    ) r
    where t.depth < $4
  )
  select id, row_number() over (order by (depth > 0), cost, depth, id) as ord from tree order by ord limit $5) as page
  join comments c on c.id = page.id
  left join users u on u.id = c.user_id
  left join votes v on v.comment_id = c.id and v.user_id = $6
  order by page.ord;

select c.id, c.content, c.mentions, c.user_id, c.post_id, c.post_version, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    c.edited_at, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, coalesce(v.value, 0) as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
  from (select $1::integer as id, 1 as ord) as page
  join comments c on c.id = page.id
  left join users u on u.id = c.user_id
  left join votes v on v.comment_id = c.id and v.user_id = $2
  order by page.ord;

select c.id, c.content, c.mentions, c.user_id, c.post_id, c.post_version, c.parent_id, c.score, c.is_deleted, c.created_at, c.updated_at,
    c.edited_at, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, coalesce(v.value, 0) as my_vote,
    (select count(*)::integer from (select from comments r where r.parent_id = c.id limit 100) r) as reply_count
  from (select c.id, row_number() over (order by c.score desc, c.created_at desc, c.id desc) as ord
        from comments c where c.post_id = $1 order by ord limit $2) as page
  join comments c on c.id = page.id
  left join users u on u.id = c.user_id
  left join votes v on v.comment_id = c.id and v.user_id = $3
  order by page.ord;
