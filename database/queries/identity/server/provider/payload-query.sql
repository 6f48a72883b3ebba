-- src/features/identity/server/provider/payload-query.ts

delete from provider_payloads where ctid = any(array(select ctid from provider_payloads where ends_at < now() limit $1));

delete from provider_payloads where model = $1 and id = $2;

insert into provider_payloads (model, id, payload, grant_id, user_code, uid, account_id, ends_at)
  values ($1, $2, $3, $4, $5, $6, $7,
    now() + $8 * interval '1 second')
  on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
    user_code = excluded.user_code, uid = excluded.uid, account_id = excluded.account_id, ends_at = excluded.ends_at;

select id, payload,
    case when $1::integer = 0 or consumed_at <= now() - make_interval(secs => $2) then consumed_at end
      as consumed_at
  from provider_payloads
  where model = $3 and id = $4 and (ends_at is null or ends_at > now());

select id, payload,
    case when $1::integer = 0 or consumed_at <= now() - make_interval(secs => $2) then consumed_at end
      as consumed_at
  from provider_payloads
  where model = $3 and uid = $4 and (ends_at is null or ends_at > now());

update provider_payloads set consumed_at = coalesce(consumed_at, now())
  where model = $1 and id = $2
    and (consumed_at is null
      or ($3::integer > 0 and consumed_at > now() - make_interval(secs => $4)));
