-- src/features/admin/server/anonymize-query.ts

update audit_events a set before = jsonb_build_object('userId', u.id), reason =
  regexp_replace(
    case when u.email <> '' then regexp_replace(a.reason, '***=' || u.email, '[deleted]', 'gi') else a.reason end,
    '***=' || u.username, '[deleted]', 'gi'),
      target_name = case when action = 'approve-request' then target_name else 'from a deleted account' end
    from users u where u.id = $1 and a.before ->> 'userId' = u.id::text;

update audit_events a set target_name = 'deleted account', before = nullif(before - 'username', '{}'),
      reason = 
  regexp_replace(
    case when u.email <> '' then regexp_replace(a.reason, '***=' || u.email, '[deleted]', 'gi') else a.reason end,
    '***=' || u.username, '[deleted]', 'gi')
    from users u where u.id = $1 and a.target_id = u.id and a.action like '%-user';

update audit_events set admin_name = 'deleted account' where admin_id = $1;
