-- src/features/notifications/server/notifications-query.ts

with about_posts as (
      select n.id, n.user_id, n.type, n.post_id, n.from_user_id, n.comment_id, n.suggested_edit_id, n.is_read, n.created_at,
        u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, p.title, p.is_private, p.private_id, p.seo_slug, t.name as topic_name,
        null::integer as topic_id, null::text as link_id, null::text as webhook_host,
        null::integer as decision_id, null::text as decision_title
      from notifications n
      join posts p on p.id = n.post_id
      join users u on u.id = n.from_user_id
      left join topics t on t.id = p.topic_id
      where 
  n.user_id = $1 and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) 
  and not exists (select from comments c where c.id = n.comment_id and c.is_deleted) 
      order by n.created_at desc, n.id desc limit $4
    ), about_others as (
      select n.id, n.user_id, n.type, n.post_id, n.from_user_id, n.comment_id, n.suggested_edit_id, n.is_read, n.created_at,
        u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, case when c.restricted_visibility is null then c.title else $5 end, null::boolean, null, null,
        coalesce((select name from topics where topics.id = n.topic_id), n.topic_name), n.topic_id, c.link_id, n.webhook_host, n.decision_id, n.decision_title
      from notifications n left join users u on u.id = n.from_user_id left join collections c on c.id = n.collection_id
      where n.user_id = $6 and n.post_id is null 
      order by n.created_at desc, n.id desc limit $7
    ), page as materialized (
      select * from about_posts union all select * from about_others
      order by created_at desc, id desc limit $8
    ), described as materialized (
      select page.*, page.type = 'comment' and c.parent_id is not null as is_reply,
        left(c.content, $9::integer) as excerpt,
        case when page.type <> 'comment' then page.comment_id end as target_comment
      from page left join comments c on c.id = page.comment_id
    ), sizes as materialized (
      select k.*, case when k.type = 'comment' then (
          select count(distinct same.user_id)::integer from (
            select c.user_id from comments c
            where c.post_id = k.post_id and c.parent_id is null and not c.is_deleted and c.user_id <> $10
            order by c.created_at desc, c.id desc limit $11) as same)
        else (
          select count(*)::integer from (
            select from notifications g
            where g.post_id = k.post_id and g.user_id = $12 and g.type = k.type
              and g.comment_id is not distinct from k.target_comment
            limit $13) as same)
        end as size
      from (
        select distinct type, post_id, target_comment from described where post_id is not null and not is_reply and suggested_edit_id is null) k
    )
    select d.id, d.user_id, d.type, d.post_id, d.from_user_id, d.comment_id, d.suggested_edit_id, d.is_read, d.created_at, d.username,
      d.avatar, d.title, d.is_private, d.private_id, d.seo_slug, d.topic_name, d.topic_id, d.link_id, d.webhook_host, d.decision_id, d.decision_title, d.is_reply, d.excerpt,
      coalesce(sizes.size, 1) as group_size
    from described d
    left join sizes on not d.is_reply and d.suggested_edit_id is null and sizes.type = d.type and sizes.post_id = d.post_id
      and sizes.target_comment is not distinct from d.target_comment
    order by d.created_at desc, d.id desc;

with about_posts as (
      select n.id, n.user_id, n.type, n.post_id, n.from_user_id, n.comment_id, n.suggested_edit_id, n.is_read, n.created_at,
        u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, p.title, p.is_private, p.private_id, p.seo_slug, t.name as topic_name,
        null::integer as topic_id, null::text as link_id, null::text as webhook_host,
        null::integer as decision_id, null::text as decision_title
      from notifications n
      join posts p on p.id = n.post_id
      join users u on u.id = n.from_user_id
      left join topics t on t.id = p.topic_id
      where 
  n.user_id = $1 and p.user_id is not null
  and not exists (select from comments c where c.id = n.comment_id and c.is_deleted) 
      order by n.created_at desc, n.id desc limit $2
    ), about_others as (
      select n.id, n.user_id, n.type, n.post_id, n.from_user_id, n.comment_id, n.suggested_edit_id, n.is_read, n.created_at,
        u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, case when c.restricted_visibility is null then c.title else $3 end, null::boolean, null, null,
        coalesce((select name from topics where topics.id = n.topic_id), n.topic_name), n.topic_id, c.link_id, n.webhook_host, n.decision_id, n.decision_title
      from notifications n left join users u on u.id = n.from_user_id left join collections c on c.id = n.collection_id
      where n.user_id = $4 and n.post_id is null 
      order by n.created_at desc, n.id desc limit $5
    ), page as materialized (
      select * from about_posts union all select * from about_others
      order by created_at desc, id desc limit $6
    ), described as materialized (
      select page.*, page.type = 'comment' and c.parent_id is not null as is_reply,
        left(c.content, $7::integer) as excerpt,
        case when page.type <> 'comment' then page.comment_id end as target_comment
      from page left join comments c on c.id = page.comment_id
    ), sizes as materialized (
      select k.*, case when k.type = 'comment' then (
          select count(distinct same.user_id)::integer from (
            select c.user_id from comments c
            where c.post_id = k.post_id and c.parent_id is null and not c.is_deleted and c.user_id <> $8
            order by c.created_at desc, c.id desc limit $9) as same)
        else (
          select count(*)::integer from (
            select from notifications g
            where g.post_id = k.post_id and g.user_id = $10 and g.type = k.type
              and g.comment_id is not distinct from k.target_comment
            limit $11) as same)
        end as size
      from (
        select distinct type, post_id, target_comment from described where post_id is not null and not is_reply and suggested_edit_id is null) k
    )
    select d.id, d.user_id, d.type, d.post_id, d.from_user_id, d.comment_id, d.suggested_edit_id, d.is_read, d.created_at, d.username,
      d.avatar, d.title, d.is_private, d.private_id, d.seo_slug, d.topic_name, d.topic_id, d.link_id, d.webhook_host, d.decision_id, d.decision_title, d.is_reply, d.excerpt,
      coalesce(sizes.size, 1) as group_size
    from described d
    left join sizes on not d.is_reply and d.suggested_edit_id is null and sizes.type = d.type and sizes.post_id = d.post_id
      and sizes.target_comment is not distinct from d.target_comment
    order by d.created_at desc, d.id desc;
