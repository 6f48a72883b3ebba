-- A member's named and ordered list of posts. Whoever has the link of one that is not private can read it.
create table collections (
  id integer generated always as identity primary key,
  link_id text not null unique,
  user_id integer not null references users on delete cascade,
  title text not null,
  description text not null default '',
  visibility text not null default 'private' check (visibility in ('private', 'link', 'public')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index collections_of_member on collections (user_id, updated_at desc, id);

create table collection_items (
  id integer generated always as identity primary key,
  collection_id integer not null references collections on delete cascade,
  post_id integer not null references posts on delete cascade,
  -- Moving an item shifts those between its old place and its new one, so the order is checked after each statement.
  position integer not null,
  note text not null default '',
  added_at timestamptz(3) not null default now(),
  unique (collection_id, post_id),
  unique (collection_id, position) deferrable initially immediate
);
create index collection_items_post on collection_items (post_id);
