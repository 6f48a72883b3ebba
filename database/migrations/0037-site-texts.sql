-- What the operator has written on the pages About, Privacy and Terms. A page without a row, or with an empty text,
-- shows the text that comes with the site.
create table site_texts (
  id integer generated always as identity primary key,
  name text not null unique,
  text text not null,
  updated_at timestamptz(3) not null default now()
);
