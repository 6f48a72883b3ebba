-- src/features/identity/server/provider/known-device-query.ts

delete from known_devices where ctid = any(array(
  select ctid from known_devices where used_at < now() - interval '400 days' limit $1));

with replaced as (
    delete from known_devices where subject = $1 and (token_hash = $2 or token_hash in (
      select token_hash from known_devices where subject = $3
      order by used_at desc offset $4))
  )
  insert into known_devices (token_hash, subject)
  select $5, subject from local_accounts where subject = $6 and (signed_out_at is null or to_timestamp($7) >= signed_out_at) for share;
