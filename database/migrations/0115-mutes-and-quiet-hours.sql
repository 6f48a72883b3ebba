-- What a member does not want to see in feeds, searches and notifications (docs/spec/privacy.md#mutes). `pattern` is
-- the regular expression of a word.
create table member_mutes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  member_id integer references users on delete cascade,
  topic_id integer references topics on delete cascade,
  value text,
  pattern text,
  created_at timestamptz(3) not null default now(),
  check (case kind
    when 'member' then member_id is not null and member_id <> user_id and num_nulls(topic_id, value, pattern) = 3
    when 'topic' then topic_id is not null and num_nulls(member_id, value, pattern) = 3
    when 'word' then value is not null and pattern is not null and num_nulls(member_id, topic_id) = 2
    else kind in ('tag', 'model') and value is not null and num_nulls(member_id, topic_id, pattern) = 3 end)
);
create unique index member_mutes_once on member_mutes
  (user_id, kind, coalesce(member_id, topic_id, 0), coalesce(value, ''));
create index member_mutes_member on member_mutes (member_id) where member_id is not null;
create index member_mutes_topic on member_mutes (topic_id) where topic_id is not null;

-- Posts of which a member wants no notifications.
create table post_mutes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  post_id integer not null references posts on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (user_id, post_id)
);
create index post_mutes_post on post_mutes (post_id);

-- When a member wants no emails about notifications: minutes of the day in their time zone. The hours may span midnight.
create table quiet_hours (
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 0 and 1439),
  time_zone text not null,
  check (from_minute <> to_minute)
);
