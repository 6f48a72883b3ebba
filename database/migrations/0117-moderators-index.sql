-- no transaction
drop index concurrently if exists users_staff;
create index concurrently users_staff on users (id) where is_admin or is_moderator or moderated_topics <> '{}';
