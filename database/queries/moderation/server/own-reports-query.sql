-- src/features/moderation/server/own-reports-query.ts

select r.id, r.subject_kind, r.subject_id, r.subject_version, c.post_id, coalesce((
  select t.title from moderated_texts t
  where (t.subject_kind, t.subject_id, t.subject_version, t.revision) = (r.subject_kind, r.subject_id, r.subject_version, r.revision)), case when r.revision is null then c.excerpt else $1 end) as excerpt, r.reason, r.words, r.created_at, d.action, d.reason as decision_reason,
      d.words as decision_words, d.created_at as decided_at, d.reversed_at is not null as is_reversed
    from reports r join moderation_cases c on c.id = r.case_id
    left join lateral (
      select * from moderation_decisions where case_id = c.id and not c.is_open order by id desc limit 1) d on true
    where r.reporter_id = $2 and r.withdrawn_at is null and r.id < $3::integer
    order by r.id desc limit $4;
