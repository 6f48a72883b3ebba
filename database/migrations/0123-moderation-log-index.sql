-- The open log lists every decision but dismissals, which are most of them.
create index moderation_decisions_log on moderation_decisions (id) where action <> 'dismiss';
create index moderation_decisions_created on moderation_decisions (created_at);
