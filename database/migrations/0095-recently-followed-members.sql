-- no transaction
-- The sidebar lists the members whom a member followed last.
drop index concurrently if exists member_follows_recent;
create index concurrently member_follows_recent on member_follows (follower_id, id desc);
