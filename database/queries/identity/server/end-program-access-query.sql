-- src/features/identity/server/end-program-access-query.ts

with tokens as (delete from api_tokens where user_id = $1),
    connections as (delete from application_connections where user_id = $2)
  delete from provider_payloads where account_id = $3;
