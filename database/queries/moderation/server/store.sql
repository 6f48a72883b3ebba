-- src/features/moderation/server/store.ts

select
  c.id, c.subject_kind, c.subject_id, c.subject_version, c.post_id,
  case when (select name from topics where topics.id = c.topic_id) is not null
    then json_build_object('id', c.topic_id, 'name', (select name from topics where topics.id = c.topic_id)) end as topic,
  (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = c.author_id) as author, c.excerpt, c.source, c.findings, c.is_urgent, c.is_open,
  case when c.author_id is distinct from $1 then (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = (case when c.claimed_at > now() - $2::integer * interval '1 minute' then c.claimed_by end)) end as claimed_by, c.opened_at,
  (select count(*)::integer from reports r where r.case_id = c.id and r.withdrawn_at is null and c.author_id is distinct from $3) as report_count,
  array(select r.reason from reports r where r.case_id = c.id and r.withdrawn_at is null and c.author_id is distinct from $4 group by r.reason order by count(*) desc, r.reason limit 5) as reasons from moderation_cases c where c.id = $5 and true;

select
  c.id, c.subject_kind, c.subject_id, c.subject_version, c.post_id,
  case when (select name from topics where topics.id = c.topic_id) is not null
    then json_build_object('id', c.topic_id, 'name', (select name from topics where topics.id = c.topic_id)) end as topic,
  (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = c.author_id) as author, c.excerpt, c.source, c.findings, c.is_urgent, c.is_open,
  case when c.author_id is distinct from $1 then (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = (case when c.claimed_at > now() - $2::integer * interval '1 minute' then c.claimed_by end)) end as claimed_by, c.opened_at,
  (select count(*)::integer from reports r where r.case_id = c.id and r.withdrawn_at is null and c.author_id is distinct from $3) as report_count,
  array(select r.reason from reports r where r.case_id = c.id and r.withdrawn_at is null and c.author_id is distinct from $4 group by r.reason order by count(*) desc, r.reason limit 5) as reasons, d.action, d.reason as decision_reason, d.moderator_role, d.created_at as decided_at,
      d.reversed_at is not null as is_reversed, coalesce(d.action = 'dismiss' and d.before ?| array['restriction', 'wasRemoved'], false) as is_approval
    from moderation_cases c
    left join lateral (
      select * from moderation_decisions where case_id = c.id and not c.is_open order by id desc limit 1) d on true
    where c.is_open = $5 and true 
    order by c.is_urgent desc, c.id limit $6;

select
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words from moderation_decisions d join moderation_cases c on c.id = d.case_id
  where c.id in (
  select id from moderation_cases where author_id = $1
  union select case_id from moderation_case_items where kind = 'member' and item_id = $2) and (c.author_id = $3 or (
  (d.action <> 'dismiss' or d.before <> '{}') and (c.author_id = $4 or (d.action in ('hide', 'dismiss', 'remove-all') and exists (
    select from moderation_case_items i where i.case_id = c.id and i.kind = 'member' and i.item_id = $5))))) and c.id <> $6 and true
  order by d.id desc limit $7;

select (select count(*)::integer from (
        select from moderation_cases c where c.is_open and true limit $1) counted) as cases,
      (select count(*)::integer from (
        select from appeals a join moderation_decisions d on d.id = a.decision_id join moderation_cases c on c.id = d.case_id
        where a.answered_at is null and true limit $2) counted) as appeals,
      (
  select count(*)::integer from (
    select from sign_up_requests where answered_at is not null and rejected_at is null limit $3) w) as accounts;

select * from (
    select 
  d.id, d.case_id, d.action, d.reason, d.words, d.is_legal, d.ends_at, d.moderator_name as moderator, d.moderator_role, d.created_at,
  d.reversed_at, d.reversal_words from moderation_decisions d join moderation_cases c on c.id = d.case_id
    where (c.subject_kind, c.subject_id, c.subject_version) = ($1::text, $2::integer, $3::integer)
      and true
    order by d.id desc limit $4) newest
  order by id;

select shown.id, (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = shown.reporter_id) as reporter, shown.reason, shown.words, shown.is_legal, shown.name, shown.email, shown.url, shown.revision,
    shown.confirmed_at, shown.created_at,
    earlier.upheld, earlier.decided
  from reports shown
  cross join lateral (
    select count(d.action)::integer as decided, (count(*) filter (where d.action <> 'dismiss'))::integer as upheld
    from (select case_id from reports o where o.reporter_id = shown.reporter_id and o.case_id <> shown.case_id) r
  left join lateral (
    select action from moderation_decisions
    where case_id = r.case_id and reversed_at is null and moderator_role <> 'automatic' order by id desc limit 1) d on true
  ) as earlier
  where shown.case_id = $1 and shown.withdrawn_at is null order by shown.id limit $2;
