-- src/features/media/server/uploads-query.ts

delete from uploads where id = $1 and user_id = $2;

delete from uploads where id in (
    select id from uploads where user_id = $1 order by touched_at desc, id offset $2)
  returning id;

delete from uploads where touched_at < now() - interval '1 hour';

insert into uploads (user_id, type, size) values ($1, $2, $3) returning id, type, size, received, url;

select id, type, size, received, url from uploads where id = $1 and user_id = $2;

select piece.id from unnest($1::text[]) as piece(id)
  where not exists (select from uploads u where u.id::text = piece.id and u.url is null);
