-- src/features/moderation/server/statements-query.ts

select
  d.id, c.subject_kind, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_role, d.created_at, d.reversed_at, case when (c.author_id is distinct from $1 and about.is_own) then $2::text else c.excerpt end as excerpt,
      case when (c.author_id is distinct from $3 and about.is_own) then $4::integer else c.subject_id end as subject_id,
      d.reversal_words, d.before, d.case_id, c.author_id, c.subject_version, c.findings, about.is_own,
      exists (select from reports r where r.case_id = c.id and not r.is_legal) as has_reports,
      exists (select from reports r where r.case_id = c.id and r.is_legal) as has_legal_notices,
      d.created_at + $5::integer * interval '1 day' as appeal_ends_at, d.created_at + $6::integer * interval '1 day' > now() as is_in_time,
      a.id as appeal_id, a.words as appeal_words, a.created_at as appealed_at, a.answer, a.is_granted, a.answered_at
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    cross join lateral (select coalesce((
  (d.action <> 'dismiss' or d.before <> '{}') and (c.author_id = $7 or (d.action in ('hide', 'dismiss', 'remove-all') and exists (
    select from moderation_case_items i where i.case_id = c.id and i.kind = 'member' and i.item_id = $8)))), false) as is_own) as about
    left join appeals a on a.decision_id = d.id
      and a.member_id = case when about.is_own then $9::integer else c.author_id end
    where d.id = $10 and (about.is_own );

select
  d.id, c.subject_kind, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_role, d.created_at, d.reversed_at, case when (c.author_id is distinct from $1 and about.is_own) then $2::text else c.excerpt end as excerpt,
      case when (c.author_id is distinct from $3 and about.is_own) then $4::integer else c.subject_id end as subject_id,
      d.reversal_words, d.before, d.case_id, c.author_id, c.subject_version, c.findings, about.is_own,
      exists (select from reports r where r.case_id = c.id and not r.is_legal) as has_reports,
      exists (select from reports r where r.case_id = c.id and r.is_legal) as has_legal_notices,
      d.created_at + $5::integer * interval '1 day' as appeal_ends_at, d.created_at + $6::integer * interval '1 day' > now() as is_in_time,
      a.id as appeal_id, a.words as appeal_words, a.created_at as appealed_at, a.answer, a.is_granted, a.answered_at
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    cross join lateral (select coalesce((
  (d.action <> 'dismiss' or d.before <> '{}') and (c.author_id = $7 or (d.action in ('hide', 'dismiss', 'remove-all') and exists (
    select from moderation_case_items i where i.case_id = c.id and i.kind = 'member' and i.item_id = $8)))), false) as is_own) as about
    left join appeals a on a.decision_id = d.id
      and a.member_id = case when about.is_own then $9::integer else c.author_id end
    where d.id = $10 and (about.is_own or true);

select
  d.id, c.subject_kind, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_role, d.created_at, d.reversed_at, case when c.author_id = $1 then c.excerpt else $2::text end as excerpt,
    case when a.id is null then null when a.is_granted is null then 'open' when a.is_granted then 'granted' else 'rejected' end as appeal
  from moderation_cases c join moderation_decisions d on d.case_id = c.id
  left join appeals a on a.decision_id = d.id and a.member_id = $3
  where c.id in (
  select id from moderation_cases where author_id = $4
  union select case_id from moderation_case_items where kind = 'member' and item_id = $5) and d.id < $6::integer and (
  (d.action <> 'dismiss' or d.before <> '{}') and (c.author_id = $7 or (d.action in ('hide', 'dismiss', 'remove-all') and exists (
    select from moderation_case_items i where i.case_id = c.id and i.kind = 'member' and i.item_id = $8))))
  order by d.id desc limit $9;
