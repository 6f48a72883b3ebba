-- src/features/moderation/server/case-query.ts

insert into moderation_cases (subject_kind, subject_id, subject_version, post_id, topic_id, author_id, excerpt, source, is_urgent, findings, is_for_admins)
  values ($1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10::text[], $11)
  on conflict (subject_kind, subject_id, subject_version) where is_open do update
    set is_urgent = moderation_cases.is_urgent or excluded.is_urgent,
      is_for_admins = moderation_cases.is_for_admins and excluded.is_for_admins,
      excerpt = case when moderation_cases.is_for_admins and not excluded.is_for_admins then excluded.excerpt else moderation_cases.excerpt end,
      topic_id = coalesce(excluded.topic_id, moderation_cases.topic_id),
      findings = (select array(select distinct unnest(moderation_cases.findings || excluded.findings)))
  returning id;

select
  c.id, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.post_id, c.topic_id, c.author_id, c.excerpt, c.is_open,
  (case when c.claimed_at > now() - $1::integer * interval '1 minute' then c.claimed_by end) as claimed_by from moderation_cases c where c.id = $2 and true;

select
  c.id, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.post_id, c.topic_id, c.author_id, c.excerpt, c.is_open,
  (case when c.claimed_at > now() - $1::integer * interval '1 minute' then c.claimed_by end) as claimed_by from moderation_cases c where c.id = $2 for no key update;

select pg_advisory_xact_lock(hashtextextended('moderated subject ' || $1::text || ' ' || $2::integer || ' ' || $3::integer, 0));

update moderation_cases c set is_open = $1, claimed_by = null, claimed_at = null
  where c.id = $2 and not ($3 and exists (
    select from moderation_cases o
    where o.is_open and (o.subject_kind, o.subject_id, o.subject_version) = (c.subject_kind, c.subject_id, c.subject_version)));

update moderation_cases set claimed_by = $1, claimed_at = case when $2::integer is null then null else now() end
  where id = $3;
