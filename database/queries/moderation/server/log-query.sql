-- src/features/moderation/server/log-query.ts

select d.id, c.subject_kind, d.action, d.reason, d.is_legal, d.ends_at, d.moderator_role,
    null::text as moderator, d.created_at, d.reversed_at,
    case when d.reversed_at is null then null
      when exists (select from appeals a where a.decision_id = d.id and a.is_granted) then 'appeal' else 'review' end as reversal
  from moderation_decisions d join moderation_cases c on c.id = d.case_id
  where d.action <> 'dismiss' and d.id < $1::integer
  order by d.id desc limit $2;

with decided as materialized (
    select to_char(d.created_at at time zone 'UTC', 'YYYY-MM') as month, d.action, d.reason, d.moderator_role, c.subject_kind, c.source,
      extract(epoch from d.created_at - c.opened_at) / 3600 as hours
    from moderation_decisions d join moderation_cases c on c.id = d.case_id where 
  d.created_at >= $1::timestamp at time zone 'UTC' and d.created_at < ($2::timestamp + interval '1 year') at time zone 'UTC'
  )
  select month, figure, name, value::float8 as value from (
    select month, 'decisions by action' as figure, action as name, count(*)::numeric as value from decided group by month, action
    union all select month, 'decisions by kind', subject_kind, count(*) from decided group by month, subject_kind
    union all select month, 'decisions by reason', reason, count(*) from decided where reason <> '' group by month, reason
    union all select month, 'decisions by role', moderator_role, count(*) from decided group by month, moderator_role
    union all select month, 'median hours to a decision', 'reports', round(percentile_cont(0.5) within group (order by hours)::numeric, 1)
      from decided where source = 'reports' and moderator_role <> 'automatic' group by month
    union all select to_char(r.created_at at time zone 'UTC', 'YYYY-MM') as month, 'reports', case when r.is_legal then 'legal notices' else 'members' end, count(*)
      from reports r where r.case_id is not null and 
  r.created_at >= $3::timestamp at time zone 'UTC' and r.created_at < ($4::timestamp + interval '1 year') at time zone 'UTC' group by 1, 3
    union all select to_char(a.created_at at time zone 'UTC', 'YYYY-MM') as month, 'appeals', 'received', count(*)
      from appeals a where 
  a.created_at >= $5::timestamp at time zone 'UTC' and a.created_at < ($6::timestamp + interval '1 year') at time zone 'UTC' group by 1
    union all select to_char(a.answered_at at time zone 'UTC', 'YYYY-MM') as month, 'appeals', case when a.is_granted then 'granted' else 'rejected' end, count(*)
      from appeals a where a.answered_at is not null and 
  a.answered_at >= $7::timestamp at time zone 'UTC' and a.answered_at < ($8::timestamp + interval '1 year') at time zone 'UTC' group by 1, 3
    union all select to_char(d.reversed_at at time zone 'UTC', 'YYYY-MM') as month, 'reversals', 'decisions', count(*)
      from moderation_decisions d where d.reversed_at is not null and 
  d.reversed_at >= $9::timestamp at time zone 'UTC' and d.reversed_at < ($10::timestamp + interval '1 year') at time zone 'UTC' group by 1
  ) figures
  order by month, figure, name;
