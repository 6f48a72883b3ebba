import pg from 'pg'

/** Limits the number of prepared statements per pool; the site has about 300 distinct statements. */
const MAX_PREPARED = 2_000

/** Gives each statement the same name on all connections so that PostgreSQL can reuse its plan. */
export const createStatementNamer = () => {
  const names = new Map<string, string>()
  let count = 0
  const rename = (text: string) => {
    count += 1
    names.set(text, `s${count}`)
    return names.get(text)
  }
  return {
    nameOf: (text: string) => names.get(text) ?? (names.size < MAX_PREPARED ? rename(text) : undefined),
    rename,
  }
}

/**
 * Returns whether a statement failed because a migration changed its result type, or because a pooler switched to a
 * connection on which it is not prepared.
 */
export const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.routine === 'RevalidateCachedQuery' || error.routine === 'FetchPreparedStatement')
