import { notFound } from '#core/failure.ts'
import { forgetInAuditLog } from '#features/audit/server/forget-query.ts'
import { deleteEmptyPlaces } from '#features/comments/server/deletion-query.ts'
import { forgetAccount } from '#features/identity/server/forget-account.ts'
import { deletePosts } from '#features/posts/server/deletion-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import * as query from './deletion-query.ts'

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
  retryOnClash(() =>
    sql.begin(async (tx) => {
      await query.allowTime(tx)
      if (!(await query.lockAffected(tx, id))) throw notFound('User not found')
      await precheck?.(tx)
      await deletePosts(tx, await query.listPostIds(tx, id))
      await query.lowerAuthors(tx, id)
      await query.lowerPosts(tx, id)
      await query.lowerComments(tx, id)
      const commentedPosts = await query.listDiscussedPosts(tx, id)
      await query.emptyAnsweredComments(tx, id)
      await forgetAccount(tx, config, id)
      await forgetInAuditLog(tx, id)
      await query.deleteUserRow(tx, id)
      await deleteEmptyPlaces(tx, commentedPosts)
    }),
  )
