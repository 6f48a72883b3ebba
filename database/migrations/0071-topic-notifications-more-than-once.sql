-- no transaction
-- Only notifications about a post are unique. Several topic requests of one member may be approved or rejected.
drop index concurrently if exists notifications_once_per_post;
create unique index concurrently notifications_once_per_post
  on notifications (user_id, from_user_id, type, post_id, comment_id) nulls not distinct
  where post_id is not null and suggested_edit_id is null and collection_id is null;
drop index concurrently if exists notifications_once;
