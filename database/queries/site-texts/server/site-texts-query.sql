-- src/features/site-texts/server/site-texts-query.ts

insert into site_texts (name, text) values ($1, $2)
  on conflict (name) do update set text = excluded.text, updated_at = now()
  returning id, text, updated_at;

select id, text, updated_at from site_texts where name = $1;

select pg_advisory_xact_lock(hashtextextended('site text ' || $1::text, 0));
