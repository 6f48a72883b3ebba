-- Tags that were typed with the Turkish capital İ contain a small i with a combining dot. It is now a small i
-- (docs/spec/data.md#tags), so these tags become the ones without the dot.
update posts p set tags = (
  select array_agg(name order by first) from (
    select replace(tag, E'i\u0307', 'i') as name, min(ord) as first
    from unnest(p.tags) with ordinality as t(tag, ord) group by 1) as merged)
where p.tags <> '{}' and array_to_string(p.tags, ' ') like E'%i\u0307%';

insert into tags (name, post_count)
select replace(name, E'i\u0307', 'i'), sum(post_count)::integer from tags where name like E'%i\u0307%' group by 1
on conflict (name) do update set post_count = tags.post_count + excluded.post_count;
delete from tags where name like E'%i\u0307%';

delete from tag_redirects where name like E'%i\u0307%';
update tag_redirects set target = replace(target, E'i\u0307', 'i') where target like E'%i\u0307%';
