-- Which prompts moderators have removed, so that nobody posts them again until the time for an appeal is over. The row
-- outlives a removed post that its author deletes. The hash is that of `removedPromptHash`.
create table removed_prompts (
  id integer generated always as identity primary key,
  post_id integer not null unique,
  -- Null after the deletion of the account.
  user_id integer references users on delete set null,
  hash bytea not null,
  removed_at timestamptz(3) not null default now()
);
create index removed_prompts_hash on removed_prompts (hash);
create index removed_prompts_user on removed_prompts (user_id) where user_id is not null;
create index removed_prompts_removed on removed_prompts (removed_at);
insert into removed_prompts (post_id, user_id, hash, removed_at)
select id, user_id, sha256(convert_to(regexp_replace(lower(prompt), '\s+', ' ', 'g'), 'UTF8')), restricted_since
from posts where restriction = 'removed' and user_id is not null;
