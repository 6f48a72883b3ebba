import { HttpError } from '#core/http-error.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { extendStatementTimeout } from '#features/admin/server/users-query.ts'
import * as tags from '#features/posts/server/rename-tags-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'

/**
 * Renames a tag on all posts, or merges it into another one. Returns the number of posts changed. Throws 404 if no
 * public post has the tag, and 409 while posts are still changed from the new name to another one. Renaming a tag to
 * itself changes and records nothing.
 */
export const renameTag = (sql: Sql, actor: Actor, from: string, to: string): Promise<number> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      if (from === to) return 0
      await extendStatementTimeout(tx)
      const posts = await tags.renameTag(tx, from, to)
      if (posts === 'unknown') throw new HttpError('tag-not-found')
      if (posts === 'pending') throw new HttpError('tag-being-renamed')
      await recordAuditEvent(tx, actor, {
        action: 'rename-tag',
        target: { id: null, name: from },
        before: { name: from },
        after: { name: to, changedPosts: posts },
      })
      return posts
    }),
  )
