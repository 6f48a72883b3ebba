-- src/server/http/idempotent-requests-query.ts

delete from idempotent_requests where ctid = any(array(
  select ctid from idempotent_requests where created_at < now() - interval '1 day' limit $1));
