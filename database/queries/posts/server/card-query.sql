-- src/features/posts/server/card-query.ts

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts
          where user_id = (
  select id from users where lower(username) = lower($2) and profile_completed ) and not is_private 
          order by created_at desc, id desc limit $3 offset $4) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (
      select p.id, 1 as ord from posts p where p.seo_slug = $4 and (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) 
      union all select p.id, 2 from posts p where p.former_slug = $7 and (not p.is_private or p.user_id = $8 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $9)) ) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $10
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $11
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (
      select p.id, 1 as ord from posts p where p.seo_slug = $4 and p.user_id is not null
      union all select p.id, 2 from posts p where p.former_slug = $5 and p.user_id is not null) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $6
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $7
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, ord from unnest($4::integer[]) with ordinality as page(id, ord)) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $5
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $6
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts
          where user_id = (
  select id from users where lower(username) = lower($4) and profile_completed ) and not is_private 
          order by created_at desc, id desc limit $5 offset $6) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $7
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $8
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts p where not is_private   
          order by created_at desc, id desc limit 10) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $4
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $5
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts p where not is_private   
          order by score desc, created_at desc, id desc limit 10) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $4
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $5
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts p where not is_private  and tags @> $4 and tags <> '{}' 
          order by created_at desc, id desc limit $5 offset $6) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $7
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $8
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts p where not is_private  and tags @> $4 and tags <> '{}' 
          order by score desc, created_at desc, id desc limit $5 offset $6) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $7
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $8
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts p where not is_private and topic_id = (select topics.id from topics where slug = $4)  
          order by created_at desc, id desc limit 10) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $5
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $6
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select id, row_number() over () as ord from (
          select id from posts where user_id = $4 and is_private 
          order by created_at desc, id desc limit $5 offset $6) as ids) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $7
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $8
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select p.id, 1 as ord from posts p
      where p.private_id = $4 and (p.restriction is null or (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) ) ) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $7
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $8
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select p.id, 1 as ord from posts p
      where p.private_id = $4 and (p.restriction is null or p.user_id is not null) ) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $5
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $6
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select p.id, 1 as ord from posts p where p.id = $4 and (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) ) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $7
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $8
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select p.id, 1 as ord from posts p where p.id = $4 and p.user_id is not null) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $5
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $6
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select p.id, ord from (select id, ord from unnest($4::integer[]) with ordinality as page(id, ord)) as chosen join posts p using (id) where (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6)) ) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $7
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $8
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
      p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, coalesce(v.value, 0) as my_vote, b.id is not null as is_bookmarked, (
  p.user_id = $2 or b.id is not null
  or exists (select from post_reveals r where r.post_id = p.id and r.user_id = $3)) as is_revealed
    from (select p.id, ord from (select id, ord from unnest($4::integer[]) with ordinality as page(id, ord)) as chosen join posts p using (id) where p.user_id is not null) as page
    join posts p on p.id = page.id
    join users u on u.id = p.user_id
    left join topics t on t.id = p.topic_id
    left join votes v on v.post_id = p.id and v.user_id = $5
          left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $6
    order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (
    select p.id, 1 as ord from posts p where p.seo_slug = $2 and not p.is_private
    union all select p.id, 2 from posts p where p.former_slug = $3 and not p.is_private) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select id, ord from unnest($2::integer[]) with ordinality as page(id, ord)) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select id, row_number() over () as ord from (
        select id from posts p where not is_private   
        order by created_at desc, id desc limit 10) as ids) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select id, row_number() over () as ord from (
        select id from posts p where not is_private   
        order by score desc, created_at desc, id desc limit 10) as ids) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select id, row_number() over () as ord from (
        select id from posts p where not is_private  and tags @> $2 and tags <> '{}' 
        order by created_at desc, id desc limit $3 offset $4) as ids) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select id, row_number() over () as ord from (
        select id from posts p where not is_private  and tags @> $2 and tags <> '{}' 
        order by score desc, created_at desc, id desc limit $3 offset $4) as ids) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select id, row_number() over () as ord from (
        select id from posts p where not is_private and topic_id = (select topics.id from topics where slug = $2)  
        order by created_at desc, id desc limit 10) as ids) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select p.id, 1 as ord from posts p
    where p.private_id = $2 and (p.restriction is null or not p.is_private) ) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;

select p.id, p.title, p.description, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, left(p."prompt", $1) as "prompt", p.mentions, p.prompt_length, p.user_id, t.id as topic_id, p.is_private, p.restriction, p.labels, p.is_remix, p.has_results, p.has_suggested_edits, p.hidden_text, p.private_id, p.seo_slug, p.created_at, p.version, p.revision, p.score,
    p.comment_count, p.bookmark_count, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, t.name as topic_name, 0 as my_vote, false as is_bookmarked, false as is_revealed
  from (select p.id, 1 as ord from posts p where p.id = $2 and not p.is_private) as page
  join posts p on p.id = page.id
  join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  order by page.ord;
