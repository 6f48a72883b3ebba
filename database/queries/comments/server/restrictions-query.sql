-- src/features/comments/server/restrictions-query.ts

delete from restricted_comments where comment_id = any($1::integer[]);

insert into restricted_comments (comment_id, user_id, content, mentions)
  select id, user_id, content, mentions from comments where id = $1 and not is_deleted;

select c.id, c.post_id, coalesce(p.topic_id, p.restricted_topic_id) as topic_id, coalesce(r.user_id, c.user_id) as author_id,
    left(coalesce(r.content, c.content), $1) as content, c.is_restricted, p.is_private, (p.is_private and (p.restriction is null or p.restricted_as_private)) as is_on_private_post,
    md5(coalesce(r.content, c.content)) as revision
  from comments c join posts p on p.id = c.post_id left join restricted_comments r on r.comment_id = c.id
  where c.id = any($2::integer[]) and p.user_id is not null and (not c.is_deleted or c.is_restricted)
    and true
  order by c.id;

select from comments where id = any($1::integer[]) order by id for no key update;

update comments set is_restricted = false where id = any($1::integer[]) and is_restricted;

update comments set user_id = null, content = '[deleted]', mentions = '{}', is_deleted = true, is_restricted = true
  where id = $1;
