-- Locks posts before users, as writers do.

-- The version in which the prompt last changed.
alter table posts add column prompt_version integer not null default 1;
-- Whether anybody has ever said how the prompt worked, so that other posts need no query for it.
alter table posts add column has_results boolean not null default false;

-- What members say about a prompt that they have tried: whether it worked with a model. A result belongs to the prompt as
-- it was, so a changed prompt begins a new tally.
create table post_results (
  id integer generated always as identity primary key,
  post_id integer not null references posts on delete cascade,
  user_id integer not null references users on delete cascade,
  model text not null,
  -- `posts.prompt_version` at that time.
  prompt_version integer not null,
  worked boolean not null,
  note text not null default '',
  example text not null default '',
  created_at timestamptz(3) not null default now(),
  unique (post_id, prompt_version, model, user_id)
);
create index post_results_user on post_results (user_id);
create index post_results_worked on post_results (model, post_id) where worked;
