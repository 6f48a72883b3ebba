import { type PostFilterName, type PostFilters, postFilterNames } from '#core/post-filters.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

type Conditions = { [Name in PostFilterName]: (sql: AnySql, values: PostFilters[Name]) => SqlFragment }

/** The SQL condition of each filter for posts (`p`) that match one of the values. */
const conditions: Conditions = {
  // A single type becomes an equality condition, so that the index on the type provides the order.
  types: (sql, types) =>
    types.length === 1 ? sql`p.type = ${types[0] ?? ''}` : sql`p.type = any(${types}::text[])`,
  models: (sql, models) => sql`p.models && ${models}::text[]`,
}

/** Returns the SQL conditions, each beginning with `and`, for posts (`p`) that match the filters. */
export const matchesPostFilters = (sql: AnySql, filters: PostFilters): SqlFragment =>
  postFilterNames
    .filter((name) => filters[name].length > 0)
    .reduce((all, name) => {
      const condition = conditions[name] as Conditions['models']
      return sql`${all} and ${condition(sql, filters[name])}`
    }, sql``)
