-- no transaction
-- The suspended members ahead of a member on the leaderboard, to leave them out of the rank.
drop index concurrently if exists users_suspended;
create index concurrently users_suspended on users (total_engagement) where is_suspended;
