-- What content said when it was reported or decided about, because its author can change or delete it. `reports.revision` names
-- what the reporter meant; null for reports through servers of the previous version.
create table moderated_texts (
  subject_kind text not null,
  subject_id integer not null,
  subject_version integer not null,
  revision text not null,
  author_id integer references users on delete cascade,
  title text not null,
  text text not null,
  created_at timestamptz(3) not null default now(),
  primary key (subject_kind, subject_id, subject_version, revision)
);
create index moderated_texts_author on moderated_texts (author_id) where author_id is not null;
create index moderated_texts_created on moderated_texts (created_at);
alter table reports add column revision text;
