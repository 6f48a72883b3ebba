-- src/features/moderation/server/moderated-texts-query.ts

delete from moderated_texts where (subject_kind, subject_id, subject_version, revision) in (
  select t.subject_kind, t.subject_id, t.subject_version, t.revision from moderated_texts t
  where t.created_at < now() - $1::integer * interval '1 day' and not exists (
    select from moderation_cases c left join moderation_decisions d on d.case_id = c.id
    where (c.subject_kind, c.subject_id, c.subject_version) = (t.subject_kind, t.subject_id, t.subject_version)
      and (c.is_open or greatest(d.created_at, d.reversed_at) > now() - $2::integer * interval '1 day'
        or exists (select from appeals a where a.decision_id = d.id and a.answered_at is null)))
    and not exists (
      select from moderation_case_items i join moderation_decisions d on d.case_id = i.case_id
      join appeals a on a.decision_id = d.id
      where i.kind = t.subject_kind and i.item_id = t.subject_id and a.answered_at is null)
  order by t.created_at limit $3);

select revision, title, text, created_at from moderated_texts
  where subject_kind = $1 and subject_id = $2 and subject_version = $3
  order by created_at desc, revision limit $4;
