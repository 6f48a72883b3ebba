-- When its admin said why, where that was after the act; null where the reason came with it or is missing.
alter table admin_acts add column reason_added_at timestamptz(3);

-- Posts that search knows by an old topic, written with the topic's change and taken out with what is indexed anew: a
-- process that ends in between leaves them to the next.
create table posts_to_index (
  post_id integer primary key references posts on delete cascade
);

-- Every vote writes every index of its post anew: public posts, which have no private link, need not be in this one.
alter table posts drop constraint posts_private_id_key;
create unique index posts_private_id_key on posts (private_id) where private_id is not null;
