-- src/features/posts/server/hidden-text-query.ts

select id, hidden_text from posts where id = any($1::integer[]) and hidden_text <> '[]';

select id, revision, title, description, prompt from (
    select *, sum(prompt_length) over (order by id) - prompt_length as characters_before from (
      select id, revision, title, description, prompt, prompt_length from posts
      where hidden_text is null and id > $1 order by id limit $2) as unsearched
  ) as batch where characters_before < $3 order by id;

with free as materialized (
    select p.id, f."hiddenText" from json_to_recordset($1::text::json)
      as f(id integer, revision integer, "hiddenText" jsonb)
    join posts p on p.id = f.id and p.revision = f.revision
    where p.hidden_text is null
    order by p.id for no key update of p skip locked
  )
  update posts p set hidden_text = free."hiddenText" from free where p.id = free.id;
