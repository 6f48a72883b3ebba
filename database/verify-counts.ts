import type { Sql } from '#server/database/connect.ts'

/** A denormalized column whose stored value differs from the recomputed one. */
export type CountDifference = { table: string; id: number; column: string; stored: number; expected: number }

/**
 * Recomputes every column listed at the top of 0002-tables.sql, in one consistent snapshot of the database.
 */
export const verifyCounts = (sql: Sql): Promise<CountDifference[]> =>
  sql.begin('isolation level repeatable read read only', async (transaction) => {
    await transaction`select set_config('statement_timeout', '0', true)`
    const results = [
      await transaction<CountDifference[]>`
        with counted as (
          select p.id, p.score, p.comment_count, p.bookmark_count, p.prompt_length,
            coalesce(v.total, 0) as true_score, coalesce(c.total, 0) as true_comments,
            coalesce(b.total, 0) as true_bookmarks, char_length(p.prompt) as true_length
          from posts p
          left join (select post_id, sum(value) as total from votes group by post_id) v on v.post_id = p.id
          left join (select post_id, count(*) as total from comments where not is_deleted group by post_id) c
            on c.post_id = p.id
          left join (select post_id, count(*) as total from user_post_bookmarks group by post_id) b
            on b.post_id = p.id
        )
        select 'posts' as table, id, columns.name as column, stored, truth::integer as expected
        from counted, lateral (values ('score', score, true_score), ('comment_count', comment_count, true_comments),
          ('bookmark_count', bookmark_count, true_bookmarks), ('prompt_length', prompt_length, true_length)
        ) as columns(name, stored, truth)
        where stored <> truth order by id, name`,
      await transaction<CountDifference[]>`
        select 'comments' as table, c.id, 'score' as column, c.score as stored, coalesce(v.total, 0)::integer as expected
        from comments c
        left join (select comment_id, sum(value) as total from votes group by comment_id) v on v.comment_id = c.id
        where c.score <> coalesce(v.total, 0) order by c.id`,
      await transaction<CountDifference[]>`
        select 'topics' as table, t.id, 'post_count' as column, t.post_count as stored,
          coalesce(p.total, 0)::integer as expected
        from topics t
        left join (select topic_id, count(*) as total from posts where not is_private group by topic_id) p
          on p.topic_id = t.id
        where t.post_count <> coalesce(p.total, 0) order by t.id`,
      await transaction<CountDifference[]>`
        with posted as (
          select user_id, count(*) filter (where not is_private) as open,
            count(*) filter (where is_private) as hidden
          from posts group by user_id
        ), voted as (
          select coalesce(p.user_id, c.user_id) as user_id, sum(v.value) as karma,
            count(*) filter (where v.value = 1 and (c.id is not null or not p.is_private)) as upvotes
          from votes v left join posts p on p.id = v.post_id left join comments c on c.id = v.comment_id
          where v.user_id <> coalesce(p.user_id, c.user_id)
          group by 1
        ), discussed as (
          select p.user_id, count(*) as total from comments c join posts p on p.id = c.post_id
          where not p.is_private and not c.is_deleted and c.user_id <> p.user_id group by p.user_id
        ), kept as (
          select p.user_id, count(*) as total from user_post_bookmarks b join posts p on p.id = b.post_id
          where not p.is_private and b.user_id <> p.user_id group by p.user_id
        ), counted as (
          select u.*, coalesce(posted.open, 0) as true_posts, coalesce(posted.hidden, 0) as true_private,
            coalesce(voted.karma, 0) as true_karma, coalesce(voted.upvotes, 0) as true_upvotes,
            coalesce(voted.upvotes, 0) + coalesce(discussed.total, 0) + coalesce(kept.total, 0) as true_engagement
          from users u left join posted on posted.user_id = u.id left join voted on voted.user_id = u.id
          left join discussed on discussed.user_id = u.id left join kept on kept.user_id = u.id
        )
        select 'users' as table, id, columns.name as column, stored, truth::integer as expected
        from counted, lateral (values ('post_count', post_count, true_posts),
          ('private_posts', private_posts, true_private), ('karma', karma, true_karma),
          ('total_upvotes', total_upvotes, true_upvotes),
          ('total_engagement', total_engagement, true_engagement)) as columns(name, stored, truth)
        where stored <> truth order by id, name`,
      await transaction<CountDifference[]>`
        select 'reveal_counts' as table, coalesce(c.id, r.post_id) as id, 'total' as column,
          coalesce(c.total, 0) as stored, coalesce(r.total, 0)::integer as expected
        from reveal_counts c
        full join (select post_id, count(*) as total from post_reveals group by post_id) r on r.post_id = c.id
        where coalesce(c.total, 0) <> coalesce(r.total, 0) order by 2`,
    ]
    return results.flat()
  })
