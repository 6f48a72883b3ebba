import { toTopicSlug } from '#core/slugs.ts'
import { incrementCommentScores } from '#features/comments/server/comment-counters-query.ts'
import { sumContributions } from '#features/members/server/contribution-totals-query.ts'
import { selectAllContributions } from '#features/members/server/contributions-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import {
  jsonPostFieldDefinitions,
  jsonPostFields,
  postFieldInsertColumns,
} from '#features/posts/server/field-columns-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import { addToTopicPostCounts } from '#features/topics/server/topics-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { seedAuthors } from './authors.ts'
import type { SeedRows } from './rows.ts'
import { seedTopics } from './topics.ts'

const json = (rows: readonly object[]) => JSON.stringify(rows)

/** Inserts users and topics. Adds a suffix to a username that is already taken. */
export const insertUsersAndTopics = async (sql: AnySql): Promise<void> => {
  await sql`
    insert into users (username, google_id, bio, profile_completed, trust_level, created_at)
    select username || case when exists (select from users u where lower(u.username) = lower(a.username))
      then 'demo' else '' end, "googleId", bio, true, 'regular', now() - interval '60 days' + at * interval '5 hours'
    from json_to_recordset(${json(seedAuthors.map((author, at) => ({ ...author, at })))}::text::json)
      as a(username text, "googleId" text, bio text, at integer)
    order by at
    on conflict (google_id) do nothing`
  await sql`
    insert into topics (name, slug, description, is_hot)
    select name, slug, description, "isHot"
    from json_to_recordset(${json(seedTopics.map((topic) => ({ ...topic, slug: toTopicSlug(topic.name) })))}::text::json)
      as t(name text, slug text, description text, "isHot" boolean)
    on conflict (slug) do nothing`
}

/** Inserts the posts and returns their ids. */
export const insertPosts = async (sql: AnySql, posts: SeedRows['posts']): Promise<number[]> => {
  const oldestFirst = posts.toReversed().map((post, at) => ({ ...post, at }))
  const rows = await sql<{ id: number }[]>`
    insert into posts (user_id, topic_id, prompt_length, created_at, seo_slug, ${postFieldInsertColumns(sql)})
    select u.id, t.id, char_length(prompt), "createdAt", p.slug, ${jsonPostFields(sql)}
    from json_to_recordset(${json(oldestFirst)}::text::json) as p(at integer, topic text, author text, slug text,
      "createdAt" timestamptz, ${jsonPostFieldDefinitions(sql)})
    join users u on u.google_id = 'fake_' || case author when 'collection' then 'default' else author end
    join topics t on t.slug = p.topic
    order by at
    returning id`
  return rows.map((row) => row.id)
}

export const insertActivity = async (sql: AnySql, rows: SeedRows): Promise<void> => {
  const people = sql`
    (select id, case google_id when 'fake_default' then 'collection' else substr(google_id, 6) end as name
     from users where google_id like 'fake\\_%')`
  await sql`
    with given as materialized (
      select nextval('content_id_seq')::integer as id, c.*
      from json_to_recordset(${json(rows.comments)}::text::json) as c(key text, parent text, post text,
        author text, content text, "createdAt" timestamptz)
    ), inserted as (
      insert into comments (id, post_id, user_id, parent_id, content, created_at, updated_at)
      select g.id, p.id, u.id, above.id, g.content, g."createdAt", g."createdAt"
      from given g join posts p on p.seo_slug = g.post join ${people} u on u.name = g.author
      left join given above on above.key = g.parent
    )
    insert into votes (user_id, comment_id, value, created_at)
    select u.id, g.id, v.value, g."createdAt" + (now() - g."createdAt") * ((g.id * 7 + u.id * 13) % 100) / 100
    from json_to_recordset(${json(rows.commentVotes)}::text::json) as v(comment text, author text, value integer)
    join given g on g.key = v.comment join ${people} u on u.name = v.author`
  await sql`
    insert into votes (user_id, post_id, value, created_at)
    select u.id, p.id, v.value, p.created_at + (now() - p.created_at) * ((p.id * 7 + u.id * 13) % 100) / 100
    from json_to_recordset(${json(rows.postVotes)}::text::json) as v(post text, author text, value integer)
    join posts p on p.seo_slug = v.post join ${people} u on u.name = v.author`
  await sql`
    insert into user_post_bookmarks (user_id, post_id, created_at)
    select u.id, p.id, b."createdAt"
    from json_to_recordset(${json(rows.bookmarks)}::text::json) as b(post text, author text, "createdAt" timestamptz)
    join posts p on p.seo_slug = b.post join ${people} u on u.name = b.author`
}

/** Inserts reports that prompts have worked. */
export const insertResults = async (sql: AnySql, { results }: SeedRows): Promise<void> => {
  await sql`
    insert into post_results (post_id, user_id, prompt_version, model, worked, note, example, created_at)
    select p.id, u.id, p.prompt_version, r.model, true, r.note, r.example, r."createdAt"
    from json_to_recordset(${json(results)}::text::json)
      as r(post text, author text, model text, note text, example text, "createdAt" timestamptz)
    join posts p on p.seo_slug = r.post join users u on u.google_id = 'fake_' || r.author`
  await sql`update posts set has_results = true where id in (select post_id from post_results)`
}

/** Sets all stored counts from the inserted rows, which is correct because the site had no posts before. */
export const updateStoredCounts = async (sql: AnySql): Promise<void> => {
  const rows = selectAllContributions(sql)
  await sql`${addToPostCounters(sql, sumContributions(sql, 'post', rows))}`
  await sql`${incrementCommentScores(sql, sumContributions(sql, 'comment', rows))}`
  await sql`${addToMemberCounters(sql, sumContributions(sql, 'member', rows))}`
  await sql`${addToTopicPostCounts(sql, sumContributions(sql, 'topic', rows))}`
}
