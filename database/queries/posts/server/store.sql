-- src/features/posts/server/store.ts

delete from private_post_grants where post_id = $1;

insert into private_post_grants (user_id, post_id)
  select $1::integer, p.id from posts p
  where p.private_id = $2 and p.restriction is null and not exists (
    select from private_post_grants g where g.user_id = $3::integer and g.post_id = p.id)
  for share of p
  on conflict do nothing;

update posts set "title" = coalesce($1, "title"), "description" = coalesce($2, "description"), "prompt" = coalesce($3, "prompt"), "type" = coalesce($4, "type"), "models" = coalesce($5, "models"), "example_files" = coalesce($6, "example_files"), "tags" = coalesce($7, "tags"), "blanks_in" = coalesce($8, "blanks_in"), "license" = coalesce($9, "license"), "source_url" = coalesce($10, "source_url"), "form" = coalesce($11, "form"), "skill" = coalesce($12, "skill"), "prompt_length" = coalesce($13, "prompt_length"), "version" = coalesce($14, "version"), "mentions" = coalesce($15, "mentions"), "hidden_text" = coalesce($16, "hidden_text"), revision = revision + 1,
    prompt_version = case when prompt <> $17::text then $18::integer else prompt_version end
  where id = $19;

update posts set private_id = $1 where id = $2 and is_private and user_id is not null;

with post as (
      select p.id, p.user_id, p.prompt from posts p where p.id = $1 and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) 
    ), added as (
      insert into post_reveals (user_id, post_id) select $4, id from post where user_id <> $5
      on conflict (post_id, user_id) do nothing returning post_id
    ), counted as (
  update users set
    daily_reveals = 1 + case when reveals_counted_on = day then daily_reveals else 0 end,
    weekly_reveals = 1 + case
      when date_trunc('week', reveals_counted_on) = date_trunc('week', day) then weekly_reveals else 0 end,
    monthly_reveals = 1 + case
      when date_trunc('month', reveals_counted_on) = date_trunc('month', day) then monthly_reveals else 0 end,
    all_time_reveals = all_time_reveals + 1,
    reveals_counted_on = day
  from (select (now() at time zone 'utc')::date as day) today
  where users.id = $6 and exists (select from added)
    )
    select prompt from post;
