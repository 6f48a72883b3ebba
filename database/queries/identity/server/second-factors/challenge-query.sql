-- src/features/identity/server/second-factors/challenge-query.ts

delete from passkey_challenges where ctid = any(array(select ctid from passkey_challenges where ends_at < now() limit $1));
