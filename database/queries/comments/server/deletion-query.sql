-- src/features/comments/server/deletion-query.ts

delete from comments where id = any($1::integer[]) returning parent_id;

select c.id from comments c where c.id = any($1::integer[]) and c.is_deleted and not c.is_restricted
  and not exists (select from comments r where r.parent_id = c.id);

select c.user_id, left(c.content, $1) as excerpt
  from comments c join posts p on p.id = c.post_id
  where c.id = $2 and not c.is_deleted and p.user_id is not null for update of c;

select from votes where comment_id = any($1::integer[]) limit 1 offset $2;

select id from comments where id = any($1::integer[]) and not is_deleted;

select id from comments where post_id = any($1::integer[]) limit $2;

select id from comments where user_id = $1 order by created_at desc, id desc limit $2;

update comments set parent_id = null where id in (
  select id from comments where parent_id = any($1::integer[]) and id <> all($2::integer[]) limit $3);

update comments set user_id = null, content = '[deleted]', mentions = '{}', is_deleted = true, updated_at = now()
  where id = any($1::integer[]);

with mentioning as materialized (
        select id from comments where 
  (mentions <> '{}' and mentions @> array[(select username::text from users where id = $1)])
      ), locked as materialized (
        select id from comments where id in (select id from mentioning limit $2) order by id for no key update
      )
      update comments set mentions = array_remove(mentions, (select username from users where id = $3))
      from locked where comments.id = locked.id;

with recursive dead as (
    select c.id, c.parent_id from comments c
    where c.id = $1 and c.is_deleted and not c.is_restricted and not exists (select from comments r where r.parent_id = c.id)
    union all
    select p.id, p.parent_id from dead d join comments p on p.id = d.parent_id
    where p.is_deleted and not p.is_restricted and not exists (select from comments s where s.parent_id = p.id and s.id <> d.id)
  )
  select id from dead;
