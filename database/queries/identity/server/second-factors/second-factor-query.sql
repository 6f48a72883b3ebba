-- src/features/identity/server/second-factors/second-factor-query.ts

insert into encryption_keys (secret) values ($1) on conflict do nothing;

select secret from encryption_keys;

select u.id from users u, split_part(u.google_id, ':', 2) as account (subject)
  where u.id = any($1::integer[]) and (
    exists (select from authenticator_apps a where a.subject = account.subject and a.confirmed_at is not null)
    or exists (select from passkeys p where p.subject = account.subject));
