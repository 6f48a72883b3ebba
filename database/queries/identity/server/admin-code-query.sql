-- src/features/identity/server/admin-code-query.ts

select pg_advisory_xact_lock(7302251882);
