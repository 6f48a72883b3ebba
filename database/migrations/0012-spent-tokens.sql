-- ID tokens that have opened a session, until they expire by themselves: a token opens one session in its life. Shown
-- again it stands for that session alone, for as long as the browser still has one of its family.
create table spent_tokens (
  hash bytea primary key,
  family uuid not null,
  ends_at timestamptz(3) not null
);
create index spent_tokens_ends on spent_tokens (ends_at);

insert into spent_tokens (hash, family, ends_at)
select distinct on (id_token_hash) id_token_hash, family, id_token_ends_at
from sessions where id_token_hash is not null and id_token_ends_at > now()
order by id_token_hash, created_at desc;

-- Signed out already: of no family.
insert into spent_tokens (hash, family, ends_at)
select hash, gen_random_uuid(), ends_at from refused_tokens where ends_at > now()
on conflict do nothing;

-- `refused_tokens` and the two columns of `sessions` are read by the version before this one alone, which may still run
-- while servers are replaced; a later migration takes them away.
