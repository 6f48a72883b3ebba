-- src/features/moderation/server/case-query.ts

insert into moderation_cases (subject_kind, subject_id, subject_version, post_id, topic_id, author_id, excerpt, source, is_urgent, findings)
  values ($1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10::text[])
  on conflict (subject_kind, subject_id, subject_version) where is_open do update
    set is_urgent = moderation_cases.is_urgent or excluded.is_urgent,
      topic_id = coalesce(excluded.topic_id, moderation_cases.topic_id),
      findings = (select array(select distinct unnest(moderation_cases.findings || excluded.findings)))
  returning id;

insert into moderation_decisions as d (case_id, action, reason, words, is_legal, ends_at, moderator_id, moderator_name, moderator_role, before, after)
    values ($1, $2, $3, $4, $5, $6,
      $7, $8, $9,
      $10::text::jsonb, $11::text::jsonb)
    returning 
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words;

insert into reports (case_id, subject_kind, subject_id, subject_version, reporter_id, reason, words, weight)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict do nothing returning id;

select
  c.id, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.topic_id, c.author_id, c.excerpt, c.is_open,
  (case when c.claimed_at > now() - $1::integer * interval '1 minute' then c.claimed_by end) as claimed_by from moderation_cases c where c.id = $2 and true;

select
  c.id, c.subject_kind as kind, c.subject_id, c.subject_version as version, c.topic_id, c.author_id, c.excerpt, c.is_open,
  (case when c.claimed_at > now() - $1::integer * interval '1 minute' then c.claimed_by end) as claimed_by from moderation_cases c where c.id = $2 for no key update;

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

select (count(*) filter (where r.created_at > now() - interval '1 day'))::integer as today,
      count(d.action)::integer as decided, (count(*) filter (where d.action <> 'dismiss'))::integer as upheld
    from reports r 
  left join lateral (
    select action from moderation_decisions
    where case_id = r.case_id and reversed_at is null and moderator_role <> 'automatic' order by id desc limit 1) d on true
    where r.reporter_id = $1;

select c.subject_id as id from appeals a
  join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
  where a.answered_at is null and c.subject_kind = 'post' and c.subject_id = any($1::integer[])
  union
  select i.item_id from moderation_case_items i
  join moderation_decisions d on d.case_id = i.case_id join appeals a on a.decision_id = d.id
  where a.answered_at is null and i.kind = 'post' and i.item_id = any($2::integer[]);

select count(*)::integer as count from reports r join moderation_cases c on c.id = r.case_id
  where r.reporter_id = $1 and c.is_open;

select count(*)::integer as count, coalesce(sum(weight), 0)::double precision as weight
  from reports where case_id = $1 and weight >= $2;

select id, reporter_id from reports where case_id = $1 order by id;

select pg_advisory_xact_lock(hashtextextended('moderated subject ' || $1::text || ' ' || $2::integer || ' ' || $3::integer, 0));

update moderation_cases c set is_open = $1, claimed_by = null, claimed_at = null
  where c.id = $2 and not ($3 and exists (
    select from moderation_cases o
    where o.is_open and (o.subject_kind, o.subject_id, o.subject_version) = (c.subject_kind, c.subject_id, c.subject_version)));

update moderation_cases set claimed_by = $1, claimed_at = case when $2::integer is null then null else now() end
  where id = $3;

update moderation_decisions d set reversed_at = now(), reversed_by = $1, reversal_words = $2
    where d.id = $3 returning 
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words;
