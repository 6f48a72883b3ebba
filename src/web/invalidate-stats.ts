import type { QueryClient, QueryKey } from '@tanstack/react-query'

type StatsQuery = {
  queryKey: QueryKey
  /** `none` refetches on the next visit only, so that nothing moves while somebody is reading. */
  refetchType?: 'none'
}

const statsQueries: StatsQuery[] = []

/** Registers a query whose data depends on rankings. Features call it where they declare the query. */
export const registerStatsQuery = (query: StatsQuery): void => {
  statsQueries.push(query)
}

/** Call after a change that affects rankings: a vote, comment, bookmark or post. */
export const invalidateStats = (client: QueryClient): void => {
  for (const query of statsQueries) void client.invalidateQueries(query)
}
