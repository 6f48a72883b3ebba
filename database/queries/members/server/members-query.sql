-- src/features/members/server/members-query.ts

delete from users where id = $1;

insert into users (google_id, username, email, trust_level) values ($1, $2, $3, $4)
  on conflict do nothing returning id;

select 1 from users where id = $1 for update;

select 1 from users where is_admin and not (users.is_muted and (users.muted_until is null or users.muted_until > now()) or (users.is_suspended and (users.suspended_until is null or users.suspended_until > now()))) and id <> $1 and google_id <> $2 || id limit 1;

select 1 from users where lower(username) = lower($1) and id <> $2;

select google_id from users where id = $1;

select google_id, email, verified_email from users where id = $1;

select id from users where google_id = $1;

select id, username,
  users.is_admin, users.is_moderator, users.moderated_topics, (users.is_muted and (users.muted_until is null or users.muted_until > now()) or (users.is_suspended and (users.suspended_until is null or users.suspended_until > now()))) as is_muted,
  (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) as is_suspended from users where id = $1;

select id, username,
  users.is_admin, users.is_moderator, users.moderated_topics, (users.is_muted and (users.muted_until is null or users.muted_until > now()) or (users.is_suspended and (users.suspended_until is null or users.suspended_until > now()))) as is_muted,
  (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) as is_suspended from users where id = $1 and true for no key update;

select pg_advisory_xact_lock(7302251884);

select signed_out_at from users where id = $1 and google_id <> $2 || id for share;

update users set
  "bio" = coalesce($1, "bio"), "website" = coalesce($2, "website"), "x_link" = coalesce($3, "x_link"), "linkedin_link" = coalesce($4, "linkedin_link"), avatar = avatar where id = $5;

update users set email = coalesce($1, email, $2)
  where id = $3 and email is distinct from coalesce($4, email, $5);

update users set google_id = $1, is_admin = false, profile_completed = false where id = $2;

update users set is_admin = true where id = $1
  and not exists (select from users where id <> $2 and google_id not like 'fake\_%');

update users set is_moderator = $1, moderated_topics = $2::integer[] where id = $3;

update users set verified_email = $1 where id = $2 and verified_email is distinct from $3;
