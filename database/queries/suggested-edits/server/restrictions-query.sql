-- src/features/suggested-edits/server/restrictions-query.ts

delete from suggested_edits e
  where e.post_id = $1 and (
  exists (
    select from post_versions w where w.post_id = e.post_id and w.is_withdrawn and w.fields @> e.before
      and w.number = $2)
  and not exists (
    select from post_versions o where o.post_id = e.post_id and not o.is_withdrawn and o.fields @> e.before));

select e.post_id, e.user_id as author_id, e.reason, e.is_restricted, md5(e.reason || e.after::text) as revision,
    left((select string_agg(value, E'\n\n') from jsonb_each_text(e.after)), $1) as text
  from suggested_edits e where e.id = $2;

update suggested_edits set is_restricted = $1 where id = $2 and is_restricted <> $3;
