-- src/server/limits/rate-limits-query.ts

delete from rate_limits where ctid = any(array(select ctid from rate_limits where ends_at < now() limit $1));
