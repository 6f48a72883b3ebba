-- src/features/identity/server/provider/key-query.ts

delete from provider_keys where created_at < now() - interval '120 days';

insert into provider_keys (use, secret) values ($1, $2);

select pg_advisory_xact_lock(7302251883);

select use, secret, created_at < now() - interval '90 days' as is_old from provider_keys order by id desc;
