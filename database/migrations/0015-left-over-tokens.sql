-- What migration 12 left for servers of the version before it.
drop table refused_tokens;
alter table sessions drop column id_token_hash, drop column id_token_ends_at;
