-- src/features/identity/server/consumed-token-query.ts

delete from consumed_tokens where ctid = any(array(select ctid from consumed_tokens where ends_at < now() limit $1));

insert into consumed_tokens (hash, family, ends_at) values ($1, $2, $3)
  on conflict do nothing;

select family from consumed_tokens where hash = $1;
