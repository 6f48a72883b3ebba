-- Feeds are read from an index alone only where a page of posts is known to be seen by all, and a vote takes that from the
-- page it writes to. So after a fiftieth has changed, not a fifth; and with the indexes, without which a page that lost a
-- row is not known to be so. At a million posts offset 10,000 took 3 to 9 ms after some votes, with this 1 to 2; it takes
-- under a second there.
alter table posts set
  (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, vacuum_index_cleanup = on);
