-- A change that a member suggests for somebody else's post, which its author accepts or declines. `before` and `after`
-- contain the same fields, by name, so that a closed one can still be compared.
create table suggested_edits (
  id integer generated always as identity primary key,
  post_id integer not null references posts on delete cascade,
  user_id integer not null references users on delete cascade,
  reason text not null,
  status text not null default 'open' check (status in ('open', 'changes-requested', 'accepted', 'declined')),
  before jsonb not null,
  after jsonb not null,
  -- What the author said when they decided.
  answer text not null default '',
  -- The version that it became, if it was accepted.
  version integer,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
create index suggested_edits_of_post on suggested_edits (post_id, id desc);
create index suggested_edits_of_member on suggested_edits (user_id, id);

-- Who suggested the version; null for versions that the author wrote, and after the deletion of the account.
alter table post_versions add column suggested_by integer references users on delete set null;
create index post_versions_suggested_by on post_versions (suggested_by) where suggested_by is not null;

-- Servers of the previous version show these notifications as links to the post.
alter table notifications add column suggested_edit_id integer references suggested_edits on delete cascade;
create index notifications_suggested_edit on notifications (suggested_edit_id) where suggested_edit_id is not null;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  case when type in ('comment', 'upvote', 'bookmark') then num_nulls(post_id, from_user_id) = 0
    when type in ('edit-suggested', 'edit-accepted', 'edit-declined', 'edit-changes-requested')
      then num_nulls(post_id, from_user_id, suggested_edit_id) = 0
    else type in ('topic-approved', 'topic-rejected') and topic_name is not null end);
-- A member may suggest several edits of a post, and each of them may be changed and decided more than once.
drop index notifications_once;
create unique index notifications_once
  on notifications (user_id, from_user_id, type, post_id, comment_id) nulls not distinct
  where suggested_edit_id is null;
