-- For the best posts of a period: each day's posts by score, so that a period is merged from the first posts of
-- its days and does not depend on how many posts of other times have a higher score.
create index posts_day_top on posts (((created_at at time zone 'UTC')::date), score desc, created_at desc, id desc)
  where not is_private;
