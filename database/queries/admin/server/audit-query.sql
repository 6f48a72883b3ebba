-- src/features/admin/server/audit-query.ts

insert into audit_events (admin_id, admin_name, action, target_id, target_name, reason, before, after)
  values ($1, $2, $3, $4, $5, $6,
    $7::text::jsonb, $8::text::jsonb);

select admin_id, reason from audit_events where id = $1 for update;

select id, admin_name as admin, action, target_id, target_name as target, reason, before, after, created_at,
    reason_added_at, admin_id is not distinct from $1 as is_own
  from audit_events
  where true 
  order by id desc limit $2 offset $3;

update audit_events set reason = $1, reason_added_at = now() where id = $2;
