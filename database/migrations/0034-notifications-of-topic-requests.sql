-- Members learn whether the topic they requested was created. These notifications have no post; topic_name is what was
-- requested, and topic_id the topic that was created. Servers of the previous version join the post of each
-- notification, so they neither show nor count these.
alter table notifications alter column post_id drop not null;
alter table notifications alter column from_user_id drop not null;
alter table notifications add column topic_id integer references topics on delete set null;
alter table notifications add column topic_name text;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  case when type in ('comment', 'upvote', 'bookmark') then num_nulls(post_id, from_user_id) = 0
    else type in ('topic-approved', 'topic-rejected') and topic_name is not null end);
create index notifications_of_topics on notifications (user_id, created_at desc, id desc) where post_id is null;
create index notifications_topic on notifications (topic_id) where topic_id is not null;
