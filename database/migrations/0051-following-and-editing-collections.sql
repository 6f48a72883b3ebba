-- Members follow collections of others, and their public posts appear in the Following feed.
create table collection_follows (
  id integer generated always as identity primary key,
  collection_id integer not null references collections on delete cascade,
  follower_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (follower_id, collection_id)
);
create index collection_follows_collection on collection_follows (collection_id);

-- When the post was published, which never changes, so that an index has the posts in the order of the Following feed.
-- A trigger sets it, because servers of the previous version do not.
alter table collection_items add column post_created_at timestamptz(3);
update collection_items i set post_created_at = p.created_at from posts p where p.id = i.post_id;
create function set_post_created_at() returns trigger language plpgsql as $$
begin
  new.post_created_at := (select created_at from posts where id = new.post_id);
  return new;
end
$$;
create trigger collection_items_post_created_at before insert on collection_items
  for each row execute function set_post_created_at();
create index collection_items_newest on collection_items (collection_id, post_created_at desc, post_id desc);

-- For the sitemap.
create index collections_public on collections (updated_at desc, id desc) where visibility = 'public';

-- Members who may change what a collection contains. `accepted_at` is null until they accept the invitation.
create table collection_editors (
  id integer generated always as identity primary key,
  collection_id integer not null references collections on delete cascade,
  user_id integer not null references users on delete cascade,
  accepted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (collection_id, user_id)
);
create index collection_editors_user on collection_editors (user_id, collection_id);

-- Servers of the previous version take these notifications for ones of topics, and neither link nor count them wrongly.
alter table notifications add column collection_id integer references collections on delete cascade;
create index notifications_collection on notifications (collection_id) where collection_id is not null;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  case when type in ('comment', 'upvote', 'bookmark') then num_nulls(post_id, from_user_id) = 0
    when type in ('edit-suggested', 'edit-accepted', 'edit-declined', 'edit-changes-requested')
      then num_nulls(post_id, from_user_id, suggested_edit_id) = 0
    when type = 'collection-invitation' then num_nulls(from_user_id, collection_id) = 0
    else type in ('topic-approved', 'topic-rejected') and topic_name is not null end);
-- Somebody may be invited to several collections of the same member.
drop index notifications_once;
create unique index notifications_once
  on notifications (user_id, from_user_id, type, post_id, comment_id) nulls not distinct
  where suggested_edit_id is null and collection_id is null;
create unique index notifications_once_of_collection on notifications (user_id, collection_id) where collection_id is not null;
