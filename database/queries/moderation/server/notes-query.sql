-- src/features/moderation/server/notes-query.ts

insert into moderation_notes (case_id, member_id, author_id, author_name, words)
  values ($1, $2, $3, $4, $5)
  returning id, author_name as author, words, created_at;

select id, author_name as author, words, created_at from moderation_notes
  where case_id = $1
  order by id desc limit $2;

select id, author_name as author, words, created_at from moderation_notes
  where member_id = $1
  order by id desc limit $2;
