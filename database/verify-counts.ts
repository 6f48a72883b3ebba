import { sumContributions } from '#features/members/server/contribution-totals-query.ts'
import { selectAllContributions } from '#features/members/server/contributions-query.ts'
import type { AnySql, Sql, SqlFragment } from '#server/database/connect.ts'
import { joinFragments } from '#server/database/fragments.ts'

/** A denormalized column whose stored value differs from the recomputed one. */
export type CountDifference = { table: string; id: number; column: string; stored: number; expected: number }

/**
 * Recomputes every column listed at the top of 0002-tables.sql, in one consistent snapshot of the database, based on
 * the same description of contributions that the write statements use.
 */
export const verifyCounts = (sql: Sql): Promise<CountDifference[]> =>
  sql.begin('isolation level repeatable read read only', async (transaction) => {
    await transaction`select set_config('statement_timeout', '0', true)`
    const results = [
      await compare(transaction, ['posts', transaction`from posts`], 'post', [
        'score',
        'comment_count',
        'bookmark_count',
      ]),
      await compare(transaction, ['comments', transaction`from comments`], 'comment', ['score']),
      await compare(transaction, ['topics', transaction`from topics`], 'topic', ['post_count']),
      await compare(transaction, ['users', transaction`from users`], 'member', [
        'post_count',
        'private_posts',
        'karma',
        'total_upvotes',
        'total_engagement',
      ]),
      await transaction<CountDifference[]>`
        select 'posts' as table, id, 'prompt_length' as column, prompt_length as stored,
          char_length(prompt) as expected
        from posts where prompt_length <> char_length(prompt) order by id`,
      await transaction<CountDifference[]>`
        select 'reveal_counts' as table, coalesce(c.id, r.post_id) as id, 'total' as column,
          coalesce(c.total, 0) as stored, coalesce(r.total, 0)::integer as expected
        from reveal_counts c
        full join (select post_id, count(*) as total from post_reveals group by post_id) r on r.post_id = c.id
        where coalesce(c.total, 0) <> coalesce(r.total, 0) order by 2`,
      await transaction<CountDifference[]>`
        select 'posts' as table, p.id, 'version' as column, p.version as stored, v.newest as expected
        from posts p join (select post_id, max(number) as newest from post_versions group by post_id) v on v.post_id = p.id
        where p.version <> v.newest order by p.id`,
      await transaction<CountDifference[]>`
        select 'posts' as table, id, 'has_results' as column, 0 as stored, 1 as expected
        from posts p where not has_results and exists (select from post_results r where r.post_id = p.id) order by id`,
    ]
    return results.flat()
  })

/** Compares the stored counts of a table with the sum of the contributions of all rows. */
const compare = (
  sql: AnySql,
  [table, from]: [name: string, from: SqlFragment],
  receiver: Parameters<typeof sumContributions>[1],
  columns: readonly string[],
) => {
  const figures = columns.map(
    (name) => sql`(${name}::text, s.${sql(name)}, coalesce(t.${sql(name)}, 0)::integer)`,
  )
  return sql<CountDifference[]>`
    select ${table}::text as table, s.id, figures.name as column, figures.stored, figures.expected
    ${from} s
    left join (${sumContributions(sql, receiver, selectAllContributions(sql))}) t on t.${sql(`${receiver}_id`)} = s.id,
    lateral (values ${joinFragments(sql, figures, sql`, `)})
      as figures(name, stored, expected)
    where figures.stored <> figures.expected order by s.id, figures.name`
}
