-- src/features/suggested-edits/server/restrictions-query.ts

delete from suggested_edits e
  where e.post_id = $1 and (
  exists (
    select from post_versions w where w.post_id = e.post_id and w.is_withdrawn and w.fields @> e.before
      and w.number = $2)
  and not exists (
    select from post_versions o where o.post_id = e.post_id and not o.is_withdrawn and o.fields @> e.before));
