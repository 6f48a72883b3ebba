-- When a reporter took their report back; null for one that stands.
alter table reports add column withdrawn_at timestamptz(3);
