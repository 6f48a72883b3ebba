-- Pairs of similar posts, each in both directions, so that the list of a post is one index scan.
create table similar_posts (
  post_id integer not null references posts on delete cascade,
  similar_id integer not null references posts on delete cascade,
  similarity real not null,
  primary key (similar_id, post_id)
);
create index similar_posts_by_similarity on similar_posts (post_id, similarity desc, similar_id);

-- Posts whose pairs must be found again. There is no foreign key, because queueing a post must not lock it; entries of
-- deleted posts are skipped.
create table similar_posts_queue (
  post_id integer primary key,
  queued_at timestamptz not null default clock_timestamp()
);
create index similar_posts_queue_in_order on similar_posts_queue (queued_at, post_id);
insert into similar_posts_queue (post_id) select id from posts where not is_private order by id;
