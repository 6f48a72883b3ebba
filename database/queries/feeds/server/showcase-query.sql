-- src/features/feeds/server/showcase-query.ts

select total.count, p.id, p.title, p.seo_slug, false as is_private, case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic, u.username as author,
      left(p.prompt, $1) as prompt, p.blanks_in, p.form, p.picture, p.answer
    from (select (select coalesce(sum(post_count), 0)::int from topics) as count) total left join (
      (select id, user_id, topic_id, title, seo_slug, score, created_at, prompt, blanks_in, form, example_files[1] as picture, null::json as answer from (
        select id, user_id, topic_id, title, seo_slug, score, created_at, prompt, blanks_in, form, example_files, labels, hidden_text from posts
        where not is_private and type = 'Image' order by score desc, created_at desc, id desc limit 60) best
      where example_files <> '{}' and 
    labels = '{}' and coalesce(hidden_text, '[]') = '[]'  order by score desc, created_at desc, id desc limit 6)
      union all
      (select id, user_id, topic_id, title, seo_slug, score, created_at, prompt, blanks_in, form, null, answer from (
        select id, user_id, topic_id, title, seo_slug, score, created_at, prompt, blanks_in, form, labels, hidden_text, has_results, prompt_version from posts
        where not is_private order by score desc, created_at desc, id desc limit 60) best
      cross join lateral (
  select json_build_object('model', r.model, 'text', left(r.example, $2)) as answer
  from post_results r join users u on u.id = r.user_id
  where r.post_id = best.id and r.prompt_version = best.prompt_version and r.worked and r.example <> ''
    and u.trust_level <> 'newcomer' and not u.is_muted
  order by r.id desc limit 1) reported
      where has_results and 
    labels = '{}' and coalesce(hidden_text, '[]') = '[]'  order by score desc, created_at desc, id desc limit 6)
    ) p on true
    left join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
    order by p.score desc, p.created_at desc, p.id desc;
