-- The numbers of words that a version added and removed; null for the first version and for those written earlier.
alter table post_versions add column added_words integer, add column removed_words integer;
