-- src/features/versions/server/store.ts

delete from post_versions where post_id = $1 and number = $2 returning fields;

insert into post_versions (post_id, number, prompt_version, user_id, created_at, restored_from, suggested_by, note, changed,
    added_words, removed_words, fields)
  values ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()),
    $6, $7, $8, $9::text[],
    $10, $11, $12::text::jsonb);

select
    v.number, v.created_at, case when (v.number = (case when p.user_id = $1::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then '' else v.note end as note,
    case when v.restored_from >= (case when p.user_id = $2::integer then 1 when p.is_private then p.version else p.public_version end) then v.restored_from end as restored_from,
    case when (v.number = (case when p.user_id = $3::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then '{}' else v.changed end as changed,
    case when not (v.number = (case when p.user_id = $4::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then v.added_words end as added_words,
    case when not (v.number = (case when p.user_id = $5::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then v.removed_words end as removed_words,
    case when u.id is null then null else json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) end as user,
    case when (v.number = (case when p.user_id = $6::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then null else
      (select json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end))
       from (values (v.suggested_by)) suggested(id) join users u on u.id = suggested.id) end as suggested_by from 
  post_versions v join posts p on p.id = v.post_id left join users u on u.id = v.user_id
  where v.post_id = $7 and (
  v.number >= (case when p.user_id = $8::integer then 1 when p.is_private then p.version else p.public_version end) and (not v.is_withdrawn or p.user_id = $9::integer))
      and v.number < $10 order by v.number desc limit $11;

select
    v.number, v.created_at, case when (v.number = (case when p.user_id = $1::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then '' else v.note end as note,
    case when v.restored_from >= (case when p.user_id = $2::integer then 1 when p.is_private then p.version else p.public_version end) then v.restored_from end as restored_from,
    case when (v.number = (case when p.user_id = $3::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then '{}' else v.changed end as changed,
    case when not (v.number = (case when p.user_id = $4::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then v.added_words end as added_words,
    case when not (v.number = (case when p.user_id = $5::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then v.removed_words end as removed_words,
    case when u.id is null then null else json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) end as user,
    case when (v.number = (case when p.user_id = $6::integer then 1 when p.is_private then p.version else p.public_version end) and v.number > 1) then null else
      (select json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end))
       from (values (v.suggested_by)) suggested(id) join users u on u.id = suggested.id) end as suggested_by, v.fields, v.is_withdrawn from 
  post_versions v join posts p on p.id = v.post_id left join users u on u.id = v.user_id
  where v.post_id = $7 and (
  v.number >= (case when p.user_id = $8::integer then 1 when p.is_private then p.version else p.public_version end) and (not v.is_withdrawn or p.user_id = $9::integer)) and v.number = $10;

select from post_versions where post_id = $1 and number = $2;

select number, note, changed, fields, user_id, restored_from is null and suggested_by is null as is_own,
    created_at > now() - make_interval(secs => $1) as is_recent,
    (select w.fields from post_versions w where w.post_id = v.post_id and w.number < v.number
     order by w.number desc limit 1) as previous_fields
  from post_versions v where post_id = $2 order by number desc limit 1;
