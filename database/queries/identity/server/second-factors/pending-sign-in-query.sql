-- src/features/identity/server/second-factors/pending-sign-in-query.ts

delete from pending_sign_ins where ctid = any(array(select ctid from pending_sign_ins where ends_at < now() limit $1));
