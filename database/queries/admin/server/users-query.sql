-- src/features/admin/server/users-query.ts

select post_count + private_posts as posts,
    (select count(*)::integer from comments c where c.user_id = u.id) as comments,
    (select count(*)::integer from votes v where v.user_id = u.id) as votes,
    (select count(*)::integer from user_post_bookmarks b where b.user_id = u.id) as bookmarks
  from users u where id = $1;

select set_config('statement_timeout', '60000', true);
