-- Files on their way to the site. Their pieces are in the folder `pieces` or the bucket.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  -- The media type that the browser declared.
  type text not null,
  size integer not null,
  received integer not null default 0 check (received <= size),
  -- The address of the stored file, once it is finished.
  url text,
  touched_at timestamptz(3) not null default now()
);
create index uploads_user on uploads (user_id, touched_at);
create index uploads_touched on uploads (touched_at);
