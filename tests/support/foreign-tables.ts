/** The files that write tables of other owners. `tests/table-owners.test.ts` reports entries no longer needed. */
export const foreignWrites: Record<string, string[]> = {
  // The example content is inserted as it would look after weeks of use.
  'database/seed/insert-rows.ts': ['comments', 'posts', 'topics', 'user_post_bookmarks', 'users', 'votes'],
}

/** The files that read tables of other owners, with the reason, and the tables. */
export const foreignReads: Record<string, string[]> = {}
