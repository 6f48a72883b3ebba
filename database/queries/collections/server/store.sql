-- src/features/collections/server/store.ts

delete from collections where id = $1;

insert into collections (link_id, user_id, title, description, visibility)
  select $1, $2, $3, $4, $5
  where (select count(*) from collections where user_id = $6) < $7 returning id;

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and (not p.is_private or p.user_id = $1 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $2))  limit $3::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $4 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) 
    order by i.position limit $7::integer) first_items
  where picture is not null order by position limit $8::integer) as cover_files
  from collection_follows f join collections c on c.id = f.collection_id join users u on u.id = c.user_id
  where f.follower_id = $9 and (c.visibility <> 'private'  or c.user_id = $10 or exists (
    select from collection_editors e where e.collection_id = c.id and e.user_id = $11
      and (e.accepted_at is not null or c.restricted_visibility is null))) 
  order by c.updated_at desc, c.id desc;

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and (not p.is_private or p.user_id = $1 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $2))  limit $3::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $4 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) 
    order by i.position limit $7::integer) first_items
  where picture is not null order by position limit $8::integer) as cover_files
  from collections c join users u on u.id = c.user_id
  where c.user_id = $9 or c.id = any(array(
    select collection_id from collection_editors where user_id = $10 and accepted_at is not null))
  order by c.updated_at desc, c.id desc limit $11;

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and (not p.is_private or p.user_id = $1 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $2))  limit $3::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $4 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) 
    order by i.position limit $7::integer) first_items
  where picture is not null order by position limit $8::integer) as cover_files, case when c.user_id = $9 then 'owner' else (
        select case when e.accepted_at is null then 'invited' else 'editor' end
        from collection_editors e where e.collection_id = c.id and e.user_id = $10) end as role, (
  select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) order by e.accepted_at, e.id), '[]')
  from collection_editors e join users u on u.id = e.user_id
  where e.collection_id = c.id and e.accepted_at is not null ) as editors,
  (select count(*)::integer from (
    select from collection_follows where collection_id = c.id limit $11::integer) f) as follower_count,
  exists (
    select from collection_follows where collection_id = c.id and follower_id = $12::integer) as is_followed, c.restricted_visibility is not null as is_removed
    from collections c join users u on u.id = c.user_id
    where c.link_id = $13 and (c.visibility <> 'private'  or c.user_id = $14 or exists (
    select from collection_editors e where e.collection_id = c.id and e.user_id = $15
      and (e.accepted_at is not null or c.restricted_visibility is null))) ;

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and not p.is_private limit $1::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $2 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and not p.is_private
    order by i.position limit $3::integer) first_items
  where picture is not null order by position limit $4::integer) as cover_files from collections c join users u on u.id = c.user_id
  where c.user_id = $5 and c.visibility = 'public'
  order by c.updated_at desc, c.id desc limit $6;

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and not p.is_private limit $1::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $2 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and not p.is_private
    order by i.position limit $3::integer) first_items
  where picture is not null order by position limit $4::integer) as cover_files, null::text as role, (
  select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) order by e.accepted_at, e.id), '[]')
  from collection_editors e join users u on u.id = e.user_id
  where e.collection_id = c.id and e.accepted_at is not null ) as editors,
  (select count(*)::integer from (
    select from collection_follows where collection_id = c.id limit $5::integer) f) as follower_count,
  exists (
    select from collection_follows where collection_id = c.id and follower_id = $6::integer) as is_followed, c.restricted_visibility is not null as is_removed
    from collections c join users u on u.id = c.user_id
    where c.link_id = $7 and c.visibility <> 'private';

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and p.user_id is not null limit $1::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $2 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and p.user_id is not null
    order by i.position limit $3::integer) first_items
  where picture is not null order by position limit $4::integer) as cover_files
  from collection_follows f join collections c on c.id = f.collection_id join users u on u.id = c.user_id
  where f.follower_id = $5 and true
  order by c.updated_at desc, c.id desc;

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and p.user_id is not null limit $1::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $2 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and p.user_id is not null
    order by i.position limit $3::integer) first_items
  where picture is not null order by position limit $4::integer) as cover_files
  from collections c join users u on u.id = c.user_id
  where c.user_id = $5 or c.id = any(array(
    select collection_id from collection_editors where user_id = $6 and accepted_at is not null))
  order by c.updated_at desc, c.id desc limit $7;

select
  c.id as row_id, c.link_id as id, c.title, c.description, c.visibility, c.created_at, c.updated_at,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user,
  (select count(*)::integer from (
    select from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and p.user_id is not null limit $1::integer) counted) as item_count,
  array(select picture from (
    select i.position, (select file from unnest(p.example_files) with ordinality as files(file, number)
      where file !~ $2 order by number limit 1) as picture
    from collection_items i join posts p on p.id = i.post_id
    where i.collection_id = c.id and p.user_id is not null
    order by i.position limit $3::integer) first_items
  where picture is not null order by position limit $4::integer) as cover_files, case when c.user_id = $5 then 'owner' else (
        select case when e.accepted_at is null then 'invited' else 'editor' end
        from collection_editors e where e.collection_id = c.id and e.user_id = $6) end as role, (
  select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) order by e.accepted_at, e.id), '[]')
  from collection_editors e join users u on u.id = e.user_id
  where e.collection_id = c.id and e.accepted_at is not null ) as editors,
  (select count(*)::integer from (
    select from collection_follows where collection_id = c.id limit $7::integer) f) as follower_count,
  exists (
    select from collection_follows where collection_id = c.id and follower_id = $8::integer) as is_followed, c.restricted_visibility is not null as is_removed
    from collections c join users u on u.id = c.user_id
    where c.link_id = $9 and true;

select c.id as row_id, c.title, c.user_id, case when c.user_id = $1 then 'owner' else (
      select case when e.accepted_at is null then 'invited' else 'editor' end
      from collection_editors e where e.collection_id = c.id and e.user_id = $2) end as role from collections c
  where c.link_id = $3 and (c.visibility <> 'private'  or c.user_id = $4 or exists (
  select from collection_editors e where e.collection_id = c.id and e.user_id = $5
    and (e.accepted_at is not null or c.restricted_visibility is null))) ;

select c.id as row_id, c.title, c.user_id, case when c.user_id = $1 then 'owner' else (
      select case when e.accepted_at is null then 'invited' else 'editor' end
      from collection_editors e where e.collection_id = c.id and e.user_id = $2) end as role from collections c
  where c.link_id = $3 and true;

select updated_at, restricted_visibility is not null as is_restricted from collections
  where id = $1 for update;

update collections set title = coalesce($1, title),
  description = coalesce($2, description),
  visibility = coalesce($3, visibility), updated_at = now() where id = $4;

update collections set updated_at = now() where id = $1;
