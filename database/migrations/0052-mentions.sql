-- The usernames of the members that a description or a comment mentions, by which a reader's page knows which `@name` is a
-- link. Only the server sets them. Servers of the previous version leave them as they are.
alter table posts add column mentions text[] not null default '{}';
alter table comments add column mentions text[] not null default '{}';

-- The deletion of a member looks for their name. Most rows mention nobody and are not in the indexes.
create index posts_mentions on posts using gin (mentions) where mentions <> '{}';
create index comments_mentions on comments using gin (mentions) where mentions <> '{}';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  case when type in ('comment', 'upvote', 'bookmark', 'mention') then num_nulls(post_id, from_user_id) = 0
    when type in ('edit-suggested', 'edit-accepted', 'edit-declined', 'edit-changes-requested')
      then num_nulls(post_id, from_user_id, suggested_edit_id) = 0
    when type = 'collection-invitation' then num_nulls(from_user_id, collection_id) = 0
    else type in ('topic-approved', 'topic-rejected') and topic_name is not null end);
