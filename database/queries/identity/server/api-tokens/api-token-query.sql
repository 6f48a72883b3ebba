-- src/features/identity/server/api-tokens/api-token-query.ts

delete from api_tokens where ctid = any(array(
  select ctid from api_tokens where expires_at < now() - interval '30 days' limit $1));

delete from api_tokens where id = $1 and user_id = $2;

insert into api_tokens (user_id, token_hash, prefix, name, scopes, expires_at)
  values ($1, $2, $3, $4, $5::text[],
    now() + $6::integer * interval '1 day')
  returning id, name, prefix, scopes, created_at, expires_at, last_used_at;

select count(*)::integer as count from api_tokens where user_id = $1;

select id, name, prefix, scopes, created_at, expires_at, last_used_at from api_tokens where user_id = $1 order by id desc;
