import { refreshHotPosts } from '#features/search/server/hot-posts-query.ts'
import type { Database } from '#server/database/connect.ts'

type Log = (text: string) => void

const BATCH = 20_000
const TOPICS = 20
/**
 * The number of posts that contain the rare word. It is the same for every database size, so a search always
 * highlights the same number of cards.
 */
const RARE_POSTS = 20

/**
 * Fills a database with `posts` posts in a realistic, skewed distribution: a few authors write most of the
 * posts, a few posts get most of the votes and comments, and a few words make up most of the text. Does
 * nothing if an earlier run has already filled it.
 */
export const fillDatabase = async ({ sql }: Database, posts: number, log: Log): Promise<void> => {
  const [done] = await sql<
    { posts: number }[]
  >`select count(*)::integer as posts from bench_done where posts = ${posts}`
  if (done?.posts) return
  const users = Math.max(100, Math.round(posts / 20))
  await sql`truncate users, topics, posts, search_words, sessions restart identity cascade`
  await sql`drop index if exists post_search_visible, post_search_whole, posts_models`
  await sql`insert into topics (name, slug, description) select 'Topic ' || n, 'topic-' || n, 'About topic ' || n from generate_series(1, ${TOPICS}::integer) n`
  await sql`
    insert into users (username, google_id, profile_completed, trust_level)
    select 'member' || n, 'bench:' || n, true, 'member' from generate_series(1, ${users}::integer) n`
  for (let from = 1; from <= posts; from += BATCH) {
    await insertPosts({ sql }, from, Math.min(from + BATCH - 1, posts), posts, users)
    log(`${Math.min(from + BATCH - 1, posts).toLocaleString('en')} of ${posts.toLocaleString('en')} posts`)
  }
  log('comments and votes')
  await sql`select setval('content_id_seq', ${posts})`
  await insertActivity({ sql }, posts, users)
  log('counts and indexes')
  await countAndIndex({ sql })
  await sql`insert into bench_done (posts) values (${posts})`
}

/** Creates the benchmark's own tables: its vocabulary by rank, and the sizes that have been filled. */
export const createBenchTables = async ({ sql }: Pick<Database, 'sql'>): Promise<void> => {
  await sql`create table if not exists bench_done (posts integer primary key)`
  await sql`create table if not exists bench_words (rank integer primary key, word text not null)`
  await sql`
    insert into bench_words select n, case n when 110 then 'commonword' else translate(substr(md5(n::text), 1, 3 + n % 6), '0123456789', 'ghijklmnop') end
    from generate_series(1, 5000) n on conflict do nothing`
}

/** Vacuums every table and loads tables and indexes into memory, to match a site that has been running for a while. */
export const prewarmDatabase = async ({ sql }: Database): Promise<void> => {
  await sql`vacuum`
  await sql`create extension if not exists pg_prewarm`
  await sql`
    select pg_prewarm(oid, 'read') from pg_class
    where relkind in ('r', 'i', 't') and relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)`
}

const insertPosts = async (
  { sql }: Pick<Database, 'sql'>,
  from: number,
  to: number,
  posts: number,
  users: number,
) => {
  // A word's rank follows a power of a uniform random number: rank 1 is frequent, rank 5,000 is rare.
  await sql`
    insert into posts (id, user_id, topic_id, score, prompt_length, created_at, type, models, seo_slug, title, description, prompt)
    select n, 1 + floor(${users} * power(random(), 3))::integer, (select id from topics where slug = 'topic-' || 1 + n % ${TOPICS}::integer),
      floor(300 * power(random(), 8))::integer - 2, length(text), now() - make_interval(mins => ${posts}::integer - n),
      (array['Text','Text','Text','Code','Code','Image','Video','Audio'])[1 + n % 8],
      string_to_array((array['chatgpt', 'claude,chatgpt', 'midjourney', 'cursor,claude-code', ''])[1 + n % 5], ','),
      'post-' || n, initcap(array_to_string(words[1:6], ' ')) || case when n % ${Math.floor(posts / RARE_POSTS)}::integer = 7 then ' rareword' else '' end, array_to_string(words[7:30], ' '), text
    from generate_series(${from}::integer, ${to}::integer) n
    cross join lateral (
      select array_agg(w.word order by place) as words, string_agg(w.word, ' ' order by place) as text
      from (select place, 1 + floor(5000 * power(random(), 4))::integer as rank from generate_series(1, 120) place where n > 0) r
      join bench_words w using (rank)
    ) drawn`
}

const insertActivity = async ({ sql }: Pick<Database, 'sql'>, posts: number, users: number) => {
  await sql`
    insert into comments (post_id, user_id, content, created_at, updated_at)
    select 1 + floor(${posts} * power(random(), 3))::integer, 1 + floor(${users} * random())::integer, 'A comment of some length, number ' || n,
      at, at
    from generate_series(1, ${Math.round(posts / 2)}::integer) n cross join lateral (select now() - make_interval(mins => n % 100000) as at) time`
  await sql`
    insert into votes (user_id, post_id, value)
    select 1 + floor(${users} * random())::integer, 1 + floor(${posts} * power(random(), 3))::integer, 1
    from generate_series(1, ${posts}::integer) on conflict do nothing`
}

const countAndIndex = async ({ sql }: Pick<Database, 'sql'>) => {
  await sql`
    update posts p set comment_count = c.n from (select post_id, count(*) as n from comments group by 1) c where c.post_id = p.id`
  await sql`
    update users u set post_count = c.n, total_engagement = c.n from (select user_id, count(*) as n from posts group by 1) c where c.user_id = u.id`
  await sql`
    insert into post_search
    select p.id, post_search_vector(p.title, p.description, t.name || ' ' || u.username, left(p.prompt, 150)),
      post_search_vector(p.title, p.description, t.name || ' ' || u.username, p.prompt)
    from posts p join users u on u.id = p.user_id join topics t on t.id = p.topic_id`
  await sql`create index post_search_visible on post_search using gin (visible) with (fastupdate = off)`
  await sql`create index post_search_whole on post_search using gin (whole) with (fastupdate = off)`
  await sql`create index posts_models on posts using gin (models) where not is_private`
  await sql`insert into search_words select distinct word from bench_words where length(word) > 2 union select 'rareword'`
  await refreshHotPosts(sql)
  await sql`vacuum analyze`
}
