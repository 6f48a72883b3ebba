-- A foreign key would change every post of a topic in the transaction that deletes the topic, for which others wait. A job
-- takes the posts of deleted topics out of them in batches; until then, these posts are read as posts without a topic.
alter table posts drop constraint if exists posts_topic_id_fkey;
