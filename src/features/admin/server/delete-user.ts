import { HttpError } from '#core/http-error.ts'
import { pruneDeletedComments } from '#features/comments/server/deletion-query.ts'
import { deleteSignInData } from '#features/identity/server/end-sessions.ts'
import { deletePosts } from '#features/posts/server/delete-posts-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { anonymizeAuditEvents } from './anonymize-query.ts'
import * as query from './user-deletion-query.ts'

/**
 * Deletes a user and all their data (docs/spec/flows.md#deleting) in one transaction that keeps every stored
 * count correct. Their tokens are rejected from then on. `precheck` runs once the user is locked and can
 * reject the deletion by throwing. Throws 404 if there is no such user.
 */
export const deleteUser = (
  { sql, config }: { sql: Sql; config: Pick<Config, 'oidc'> },
  id: number,
  precheck?: (tx: AnySql) => Promise<void>,
): Promise<void> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      await query.extendStatementTimeout(tx)
      if (!(await query.lockAffectedRows(tx, id))) throw new HttpError('user-not-found')
      await precheck?.(tx)
      await deletePosts(tx, await query.listPostIds(tx, id))
      await query.subtractFromAuthors(tx, id)
      await query.subtractFromPosts(tx, id)
      await query.subtractFromComments(tx, id)
      const commentedPosts = await query.listCommentedPosts(tx, id)
      await query.markRepliedCommentsDeleted(tx, id)
      await deleteSignInData(tx, config, id)
      await anonymizeAuditEvents(tx, id)
      await query.deleteUserRow(tx, id)
      await pruneDeletedComments(tx, commentedPosts)
    }),
  )
