-- src/features/notifications/server/notify-query.ts

delete from notifications where id in (
  select id from notifications where comment_id = any($1::integer[]) limit $2);

delete from notifications where id in (
  select id from notifications where post_id = any($1::integer[]) limit $2);

delete from notifications where id in (select id from notifications where from_user_id = $1 limit $2);

delete from notifications where id in (select id from notifications where user_id = $1 limit $2);

delete from notifications where user_id = $1 and collection_id = $2;

select pg_notify($1, id::text) from unnest($2::integer[]) id;

with added as (
      insert into notifications (user_id, type, from_user_id, collection_id)
      select $1::integer, 'collection-invitation', $2::integer, $3::integer
      where 
  not exists (select from disabled_notifications d where d.user_id = $4::integer and d.kind = $5)
      on conflict do nothing returning user_id)
    select (select count(pg_notify($6::text, user_id::text)) from added);

with added as (
      insert into notifications (user_id, type, post_id, from_user_id, suggested_edit_id)
      select $1::integer, $2::text, $3::integer, $4::integer, $5::integer
      where 
  not exists (select from disabled_notifications d where d.user_id = $6::integer and d.kind = $7)
        and not exists (select from post_mutes m where m.user_id = $8::integer and m.post_id = $9::integer) returning user_id)
    select (select count(pg_notify($10::text, user_id::text)) from added);

with added as (
      insert into notifications (user_id, type, topic_name, topic_id)
      select $1::integer, $2::text, $3::text, $4::integer
      where 
  not exists (select from disabled_notifications d where d.user_id = $5::integer and d.kind = $6) returning user_id)
    select (select count(pg_notify($7::text, user_id::text)) from added);

with added as (
    insert into notifications (user_id, type, decision_id, decision_title)
    select id, $1::text, $2::integer, coalesce($3::text, username) from users
    where id = any($4::integer[])
    returning user_id)
  select (select count(pg_notify($5::text, user_id::text)) from added);

with added as (
  insert into notifications (user_id, type, post_id, from_user_id, comment_id)
  select * from (select $1::integer, $2::text, $3::integer, $4::integer, $5::integer) as new(user_id, type, post_id, from_user_id, comment_id)
  where user_id is distinct from from_user_id and user_id is not null and 
  not exists (select from disabled_notifications d where d.user_id = new.user_id and d.kind = new.type)
    and not exists (select from post_mutes m where m.user_id = new.user_id and m.post_id = new.post_id)
  on conflict do nothing returning user_id)
    select (select count(pg_notify($6::text, user_id::text)) from added);
