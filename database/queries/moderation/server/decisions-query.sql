-- src/features/moderation/server/decisions-query.ts

select
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words, d.before, d.after, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.author_id, c.excerpt,
      c.topic_id,
      not exists (
        select from moderation_decisions l join moderation_cases lc on lc.id = l.case_id
        where l.id > d.id and l.reversed_at is null and case when d.action in ('mute', 'suspend', 'remove-all')
          then (l.action = d.action or l.action in ('suspend', 'remove-all') and d.action in ('suspend', 'remove-all')) 
            and (lc.author_id = c.author_id or (l.action = 'remove-all' and exists (
              select from moderation_case_items i
              where i.case_id = lc.id and i.kind = 'member' and i.item_id = c.author_id and i.cleared_at is null)))
          else l.action not in ('warn', 'mute', 'suspend', 'remove-all')
            and (lc.subject_kind, lc.subject_id, lc.subject_version) = (c.subject_kind, c.subject_id, c.subject_version) end) as is_latest
    from moderation_decisions d join moderation_cases c on c.id = d.case_id
    where d.id = $1 and true for no key update of d;

select c.subject_id as id from appeals a
  join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
  where a.answered_at is null and c.subject_kind = 'post' and c.subject_id = any($1::integer[])
  union
  select i.item_id from moderation_case_items i
  join moderation_decisions d on d.case_id = i.case_id join appeals a on a.decision_id = d.id
  where a.answered_at is null and i.kind = 'post' and i.item_id = any($2::integer[]);

update moderation_decisions d set reversed_at = now(), reversed_by = $1, reversal_words = $2
    where d.id = $3 returning 
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words;

with stored_text as (
  insert into moderated_texts as m (subject_kind, subject_id, subject_version, revision, author_id, title, text, is_for_admins)
  values ($1, $2, $3, $4, $5, $6, $7, ($8 or (select is_for_admins from moderation_cases where id = $9)))
  on conflict (subject_kind, subject_id, subject_version, revision) do update
    set is_for_admins = m.is_for_admins and excluded.is_for_admins, text = excluded.text
    where m.is_for_admins and not excluded.is_for_admins or length(m.text) < length(excluded.text))
    insert into moderation_decisions as d (case_id, action, reason, words, is_legal, ends_at, moderator_id, moderator_name, moderator_role, before, after)
    values ($10, $11, $12, $13, $14, $15,
      $16, $17, $18,
      $19::text::jsonb, $20::text::jsonb)
    returning 
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words;
