-- An upvote or a bookmark notifies once, however often it is taken back and given again. A comment's notification
-- names the comment, so it cannot come twice.
delete from notifications n using notifications earlier
where earlier.id < n.id and n.type in ('upvote', 'bookmark') and earlier.type = n.type
  and earlier.user_id = n.user_id and earlier.from_user_id = n.from_user_id and earlier.post_id = n.post_id
  and earlier.comment_id is not distinct from n.comment_id;
create unique index notifications_once
  on notifications (user_id, from_user_id, type, post_id, comment_id) nulls not distinct
  where type in ('upvote', 'bookmark');

-- The first comments of a post and the first replies of a comment, best or newest first, however many there are.
create index comments_roots_top on comments (post_id, score desc, created_at desc, id desc) where parent_id is null;
create index comments_roots_new on comments (post_id, created_at desc, id desc) where parent_id is null;
create index comments_replies_top on comments (parent_id, score desc, created_at desc, id desc)
  where parent_id is not null;
create index comments_replies_new on comments (parent_id, created_at desc, id desc) where parent_id is not null;
-- The first of these begins with the same column.
drop index comments_parent;

-- What a member has just said: the same request sent again answers the same comment. Kept a day.
create table comment_requests (
  user_id integer not null references users on delete cascade,
  key bytea not null,
  comment_id integer not null references comments on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index comment_requests_comment on comment_requests (comment_id);
create index comment_requests_created on comment_requests (created_at);
