-- src/server/database/export-section.ts

select f.id, f.member_id, u.username, f.created_at from member_follows f join users u on u.id = f.member_id
  where f.follower_id = $1 and f.id > $2 order by id limit $3;
