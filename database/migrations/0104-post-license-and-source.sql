-- The license of a post and where its prompt comes from (docs/spec/data.md#posts). Nobody has chosen a license for the
-- existing posts.
alter table posts
  add column license text not null default 'unspecified',
  add column source_url text not null default '';
