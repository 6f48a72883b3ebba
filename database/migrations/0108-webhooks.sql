-- Addresses that are called when something happens: around a member's own posts, or in a topic (docs/spec/data.md#webhooks).
-- Locks posts before comments, suggested edits and reports, as writers do.
create table webhooks (
  id integer generated always as identity primary key,
  -- A member's webhook or, if it belongs to the site, the topic's.
  user_id integer references users on delete cascade,
  topic_id integer references topics on delete cascade,
  url text not null,
  kinds text[] not null,
  -- Encrypted. After the secret has been replaced, the previous one signs as well for a day.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- Since when every delivery has failed; null if the last one was received.
  first_failed_at timestamptz,
  -- Whether the last delivery failed or took long. Such webhooks wait only for each other.
  is_slow boolean not null default false,
  -- Until when a process is sending a delivery.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, topic_id) = 1)
);
create index webhooks_user on webhooks (user_id) where user_id is not null;
create index webhooks_topic on webhooks (topic_id) where topic_id is not null;

create table webhook_deliveries (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  -- The same for every attempt, so that a receiver can recognize a repeated message.
  message_id uuid not null default gen_random_uuid(),
  kind text not null,
  -- What it is about. These are no foreign keys, because the message about a deleted post is sent after its deletion.
  post_id integer,
  revision integer,
  subject_id integer,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- The last attempt: the HTTP status or, if there was no response, the code of the error.
  status integer,
  error text,
  duration_ms integer,
  attempted_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where state = 'pending';

-- Triggers write deliveries in the transaction of what happened, whatever has written it. A message never says more than
-- everybody can read, so nothing is written about private posts.
create function add_webhook_deliveries(
  event_kind text, about_post integer, author integer, topic integer, post_revision integer, about_subject integer
) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, kind, post_id, revision, subject_id)
  select id, event_kind, about_post, post_revision, about_subject from webhooks
  where (user_id = author or topic_id = topic) and state = 'active' and event_kind = any(kinds)
$$;

create function add_deliveries_about_post() returns trigger language plpgsql as $$
declare
  was_public constant boolean := tg_op = 'UPDATE' and not old.is_private;
begin
  if not was_public then
    if not new.is_private then
      perform add_webhook_deliveries('post.published', new.id, new.user_id, new.topic_id, new.revision, null);
    end if;
  elsif new.is_private then
    perform add_webhook_deliveries('post.removed', old.id, old.user_id, old.topic_id, old.revision, null);
  else
    if new.topic_id is distinct from old.topic_id then
      perform add_webhook_deliveries('post.removed', new.id, null, old.topic_id, new.revision, null);
      perform add_webhook_deliveries('post.published', new.id, null, new.topic_id, new.revision, null);
    end if;
    if new.revision <> old.revision then
      perform add_webhook_deliveries('post.updated', new.id, new.user_id,
        case when new.topic_id is not distinct from old.topic_id then new.topic_id end, new.revision, null);
    end if;
  end if;
  return null;
end $$;
create trigger post_published_webhooks after insert on posts
  for each row when (not new.is_private) execute function add_deliveries_about_post();
create trigger post_changed_webhooks after update of is_private, topic_id, revision on posts
  for each row when (old.is_private is distinct from new.is_private or old.topic_id is distinct from new.topic_id
    or old.revision <> new.revision)
  execute function add_deliveries_about_post();

-- What others do with a public post. The argument is the kind.
create function add_deliveries_about_activity() returns trigger language plpgsql as $$
begin
  perform add_webhook_deliveries(tg_argv[0], p.id, p.user_id, null, p.revision, new.id)
  from posts p where p.id = new.post_id and not p.is_private and p.user_id is distinct from new.user_id;
  return null;
end $$;
create trigger comment_webhooks after insert on comments
  for each row execute function add_deliveries_about_activity('comment.created');
create trigger suggested_edit_webhooks after insert on suggested_edits
  for each row execute function add_deliveries_about_activity('suggested_edit.created');
create trigger result_webhooks after insert on post_results
  for each row execute function add_deliveries_about_activity('result.reported');

-- Tells the owner of a webhook, or the admins, that it has been switched off. The host is that of its address.
alter table notifications add column webhook_host text;
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  case when type in ('comment', 'upvote', 'bookmark', 'mention') then num_nulls(post_id, from_user_id) = 0
    when type in ('edit-suggested', 'edit-accepted', 'edit-declined', 'edit-changes-requested')
      then num_nulls(post_id, from_user_id, suggested_edit_id) = 0
    when type = 'collection-invitation' then num_nulls(from_user_id, collection_id) = 0
    when type = 'webhook-disabled' then webhook_host is not null
    else type in ('topic-approved', 'topic-rejected') and topic_name is not null end) not valid;
