-- Programs that members let use the site in their name (OAuth 2.1).
create table applications (
  id integer generated always as identity primary key,
  -- Chosen by the site, or a URL with the program's metadata.
  client_id text not null unique,
  name text not null,
  -- Where members are sent back to: a host, or the scheme of an address that a program of the device opens.
  host text not null,
  -- What the program has registered, as JSON; null if its metadata is elsewhere.
  registration text,
  is_blocked boolean not null default false,
  created_at timestamptz not null default now()
);
create index applications_unused on applications (created_at) where registration is not null;

-- Which members have connected which programs. Without a row, no token of the program works.
create table application_connections (
  user_id integer not null references users (id) on delete cascade,
  application_id integer not null references applications (id) on delete cascade,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, application_id)
);
create index application_connections_application on application_connections (application_id);
