-- Queueing a post must not lock it: renaming a topic queues the topic's posts after it has locked the topic, and deleting
-- a post locks them in the opposite order. Entries of deleted posts are skipped.
alter table search_index_queue drop constraint posts_to_index_post_id_fkey;
