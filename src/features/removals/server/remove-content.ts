import { notFound } from '#core/failure.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { messages as commentMessages } from '#features/comments/contract.ts'
import { deleteComment } from '#features/comments/server/deletion-query.ts'
import { memberChanged } from '#features/notifications/server/notify-query.ts'
import { messages as postMessages } from '#features/posts/contract.ts'
import { deletePosts } from '#features/posts/server/deletion-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import * as store from './store.ts'

const kinds = {
  post: {
    action: 'remove-post',
    lock: store.holdPost,
    remove: async (tx: AnySql, id: number) => (await deletePosts(tx, [id])) > 0,
    missing: postMessages.notFound,
  },
  comment: {
    action: 'remove-comment',
    lock: store.holdComment,
    remove: deleteComment,
    missing: commentMessages.notFound,
  },
} as const

/**
 * Removes a post or a comment as an admin. In one transaction it deletes the content as its author could,
 * creates a moderation notice for the author and records an audit event. Throws 404 if the content no longer
 * exists.
 */
export const removeContent = (sql: Sql, actor: Acting, kind: keyof typeof kinds, id: number): Promise<void> =>
  retryOnClash(() =>
    sql.begin(async (tx) => {
      const { action, lock, remove, missing } = kinds[kind]
      const content = await lock(tx, id)
      if (!content || !(await remove(tx, id))) throw notFound(missing)
      if (content.userId !== actor.id) {
        await store.insertRemoval(tx, kind, content, actor.reason)
        await memberChanged(tx, content.userId)
      }
      await recordAct(tx, actor, {
        action,
        target: { id, name: content.excerpt },
        before: { excerpt: content.excerpt, userId: content.userId },
      })
    }),
  )
