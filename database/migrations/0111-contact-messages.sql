-- What anybody writes to the people who run the site, also without an account (docs/spec/data.md#contact-messages).
create table contact_messages (
  id integer generated always as identity primary key,
  user_id integer references users on delete cascade,
  name text not null,
  email text not null,
  content text not null,
  words text not null default '',
  answer text,
  answered_by integer references users on delete set null,
  answered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((answer is null) = (answered_at is null))
);
create trigger contact_messages_searched before insert or update on contact_messages
  for each row execute function index_sent('name', 'email', 'content');
create index contact_messages_words on contact_messages using gin (words gin_trgm_ops);
create index contact_messages_unanswered on contact_messages (id) where answered_at is null;
create index contact_messages_user on contact_messages (user_id) where user_id is not null;
create index contact_messages_answerer on contact_messages (answered_by) where answered_by is not null;
create index contact_messages_email on contact_messages (email, id);
