-- src/features/moderation/server/purge-query.ts

select e.id, e.post_id from suggested_edits e
  where e.is_restricted and exists (
  select from moderation_cases c join moderation_decisions d on d.case_id = c.id
  where c.subject_kind = $1::text and c.subject_id = e.id and d.action = 'remove' and (
  d.reversed_at is null and d.created_at < now() - $2::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null))) order by e.id limit $3;

select l.id from collections l
    where l.restricted_visibility is not null and exists (
  select from moderation_cases c join moderation_decisions d on d.case_id = c.id
  where c.subject_kind = $1::text and c.subject_id = l.id and d.action = 'remove' and (
  d.reversed_at is null and d.created_at < now() - $2::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null))) order by l.id limit $3;

select r.comment_id as id from restricted_comments r
    where exists (
  select from moderation_cases c join moderation_decisions d on d.case_id = c.id
  where c.subject_kind = $1::text and c.subject_id = r.comment_id and d.action = 'remove' and (
  d.reversed_at is null and d.created_at < now() - $2::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null)))
      or exists (
        select from moderation_case_items i join moderation_decisions d on d.case_id = i.case_id
        where i.kind = 'comment' and i.item_id = r.comment_id and d.action = 'remove-all' and (
  d.reversed_at is null and d.created_at < now() - $3::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null)))
    order by r.comment_id limit $4;

select v.post_id, v.number from post_versions v
  where v.is_withdrawn and exists (
    select from moderation_cases c join moderation_decisions d on d.case_id = c.id
    where c.subject_kind = 'version' and c.subject_id = v.post_id and c.subject_version = v.number
      and d.action = 'withdraw-version' and (
  d.reversed_at is null and d.created_at < now() - $1::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null)))
  order by v.post_id, v.number limit $2;

update moderation_decisions set before = before - 'texts' where id in (
        select d.id from moderation_decisions d where d.action = 'remove' and d.before ? 'texts' and (
  d.reversed_at is null and d.created_at < now() - $1::integer * interval '1 day'
    and not exists (select from appeals a where a.decision_id = d.id and a.answered_at is null)) limit $2);
