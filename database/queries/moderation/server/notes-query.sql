-- src/features/moderation/server/notes-query.ts

insert into moderation_notes as n (case_id, member_id, author_id, author_name, words, request_key)
  values ($1, $2, $3, $4, $5, $6::uuid)
  on conflict (author_id, request_key, coalesce(case_id, -member_id)) where request_key is not null
    do update set words = n.words
  returning id, author_name as author, words, created_at;

select id, author_name as author, words, created_at from moderation_notes
  where case_id = $1
  order by id desc limit $2;

select id, author_name as author, words, created_at from moderation_notes
  where member_id = $1
  order by id desc limit $2;
