-- One-time codes, printed at the start of a server that others can reach and that has no admin yet. Any of them makes one
-- member an admin; then all are deleted. Only hashes are stored.
create table admin_codes (
  code_hash bytea primary key,
  ends_at timestamptz(3) not null
);
