-- src/features/results/server/store.ts

delete from post_results r using (
    select p.id, p.prompt_version from (values ($1::integer)) tried(id) join posts p on p.id = tried.id) p
  where r.post_id = p.id and r.prompt_version = p.prompt_version and r.user_id = $2 and r.model = $3;

insert into post_results (post_id, user_id, prompt_version, model, worked, note, example)
  select p.id, $1, p.prompt_version, $2, $3, $4, $5
  from (values ($6::integer)) tried(id) join posts p on p.id = tried.id
  on conflict (post_id, prompt_version, model, user_id) do update
    set worked = excluded.worked, note = excluded.note, example = excluded.example, created_at = now();

select r.id, r.model, r.worked, r.note, r.example, r.created_at,
    json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user
  from post_results r join posts p on p.id = r.post_id join users u on u.id = r.user_id
  where r.post_id = $1 and r.prompt_version = p.prompt_version
     order by r.created_at desc, r.id desc limit $2;

select r.model, r.worked, r.note, r.example, r.created_at
  from post_results r join posts p on p.id = r.post_id
  where r.post_id = $1 and r.user_id = $2 and r.prompt_version = p.prompt_version order by r.created_at desc;
