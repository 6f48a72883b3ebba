-- src/features/identity/server/provider/account-query.ts

insert into local_accounts (subject, email, name, password_hash)
  values ($1, $2, $3, $4)
  on conflict do nothing;

select
  subject, email, name, password_hash, email_verified_at is not null as is_email_verified, signed_out_at,
  greatest(floor(extract(epoch from now())), ceil(extract(epoch from signed_out_at)))::integer as auth_time from local_accounts where email = any($1::text[])
    order by array_position($2::text[], email) limit 1;

select
  subject, email, name, password_hash, email_verified_at is not null as is_email_verified, signed_out_at,
  greatest(floor(extract(epoch from now())), ceil(extract(epoch from signed_out_at)))::integer as auth_time from local_accounts where subject = $1;

select
  subject, email, name, password_hash, email_verified_at is not null as is_email_verified, signed_out_at,
  greatest(floor(extract(epoch from now())), ceil(extract(epoch from signed_out_at)))::integer as auth_time from local_accounts where subject = $1 for share;
