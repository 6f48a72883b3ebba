-- Every stored file that a sweep may remove once nothing uses it. `touched_at` is renewed, before the file is written
-- and whenever a post takes the file up again, so that a sweep of the same moment leaves it alone.
create table media_files (
  name text primary key,
  touched_at timestamptz(3) not null default now()
);
create index media_files_touched on media_files (touched_at);

-- Who brought a file: an edit may name only files that its own author brought.
create table media_owners (
  name text not null references media_files on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (name, user_id)
);
create index media_owners_user on media_owners (user_id);

create index posts_example_files on posts using gin (example_files) where example_files <> '{}';
create index users_avatar on users (avatar) where avatar is not null;

insert into media_files (name)
select distinct substr(file, 8) from (
  select unnest(example_files) as file from posts union all select avatar from users
) as used where file like '/media/%';
insert into media_owners (name, user_id)
select distinct substr(file, 8), user_id from (
  select unnest(example_files) as file, user_id from posts union all select avatar, id from users
) as used where file like '/media/%';

-- What a member has just published: the same request sent again answers the same post. Kept a day.
create table post_requests (
  user_id integer not null references users on delete cascade,
  key bytea not null,
  post_id integer not null references posts on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index post_requests_post on post_requests (post_id);
create index post_requests_created on post_requests (created_at);

-- The UTC day that a member's reveal counters belong to: on a later day, week or month the shorter ones begin anew.
alter table users add column reveals_counted_on date;
