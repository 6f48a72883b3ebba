-- src/features/moderation/server/reports-query.ts

select (count(*) filter (where r.created_at > now() - interval '1 day'))::integer as today,
      count(d.action)::integer as decided, (count(*) filter (where d.action <> 'dismiss'))::integer as upheld
    from reports r 
  left join lateral (
    select action from moderation_decisions
    where case_id = r.case_id and reversed_at is null and moderator_role <> 'automatic' order by id desc limit 1) d on true
    where r.reporter_id = $1;

select case_id, withdrawn_at is not null as is_withdrawn from reports where id = $1 and reporter_id = $2;

select count(*)::integer as count from reports r join moderation_cases c on c.id = r.case_id
  where r.reporter_id = $1 and c.is_open and r.withdrawn_at is null;

select count(*)::integer as count, coalesce(sum(weight), 0)::double precision as weight
  from reports where case_id = $1 and weight >= $2 and withdrawn_at is null;

select r.id, r.reporter_id, coalesce((
  select t.title from moderated_texts t
  where (t.subject_kind, t.subject_id, t.subject_version, t.revision) = (r.subject_kind, r.subject_id, r.subject_version, r.revision)), case when r.revision is null then c.excerpt else $1 end) as title from reports r join moderation_cases c on c.id = r.case_id
    where r.case_id = $2 and r.withdrawn_at is null order by r.id;

update moderation_cases c set is_open = false
  where c.id = $1 and c.source = 'reports' and c.findings = '{}' and (case when c.claimed_at > now() - $2::integer * interval '1 minute' then c.claimed_by end) is null
    and not exists (select from reports where case_id = c.id and withdrawn_at is null)
    and not exists (select from moderation_decisions where case_id = c.id)
    and not exists (select from moderation_notes where case_id = c.id)
    and not exists (select from moderation_case_items where case_id = c.id);

update reports set withdrawn_at = now() where id = $1 and withdrawn_at is null;

with stored_text as (
  insert into moderated_texts as m (subject_kind, subject_id, subject_version, revision, author_id, title, text, is_for_admins)
  values ($1, $2, $3, $4, $5, $6, $7, false)
  on conflict (subject_kind, subject_id, subject_version, revision) do update
    set is_for_admins = m.is_for_admins and excluded.is_for_admins, text = excluded.text
    where m.is_for_admins and not excluded.is_for_admins or length(m.text) < length(excluded.text))
    insert into reports (case_id, subject_kind, subject_id, subject_version, reporter_id, reason, words, weight, revision)
    values ($8, $9, $10, $11, $12, $13, $14, $15, $16)
    on conflict (reporter_id, subject_kind, subject_id, subject_version) where reporter_id is not null do update
      set case_id = excluded.case_id, reason = excluded.reason, words = excluded.words, weight = excluded.weight, revision = excluded.revision, created_at = now(), withdrawn_at = null
      where reports.withdrawn_at is not null
    returning id;
