-- src/features/posts/server/delete-posts-query.ts

delete from post_idempotency_keys where post_id = any($1::integer[]);

delete from post_reveals where id in (
  select id from post_reveals where post_id = any($1::integer[]) limit $2);

delete from posts where id = any($1::integer[]) and user_id is null;

delete from private_post_grants where (post_id, user_id) in (
  select post_id, user_id from private_post_grants where post_id = any($1::integer[]) limit $2);

select 1 from posts where user_id = $1 order by id for update;

select id from posts where user_id = $1 order by id;

select id from posts where user_id is null
  order by id limit $1 for update;

select id from posts where user_id is null and id = any($1::integer[])
  order by id limit $2 for update;

select id, 1 + comment_count + bookmark_count + abs(score) as weight from posts
  where user_id = $1 order by id limit $2;

update posts set user_id = null, is_private = true, private_id = gen_random_uuid(), seo_slug = gen_random_uuid(), former_slug = null,
    topic_id = null, mentions = '{}'
  where id = any($1::integer[]) and user_id is not null;

with locked as materialized (
    select id from posts where id in (
      select id from posts where remix_of = any($1::integer[]) limit $2) order by id for no key update
  )
  update posts set remix_of = null from locked where posts.id = locked.id;

with mentioning as materialized (
        select id from posts where 
  (mentions <> '{}' and mentions @> array[(select username::text from users where id = $1)])
      ), locked as materialized (
        select id from posts where id in (select id from mentioning limit $2) order by id for no key update
      )
      update posts set mentions = array_remove(mentions, (select username from users where id = $3))
      from locked where posts.id = locked.id;
