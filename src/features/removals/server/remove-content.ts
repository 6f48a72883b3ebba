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
    hold: store.holdPost,
    remove: async (tx: AnySql, id: number) => (await deletePosts(tx, [id])) > 0,
    missing: postMessages.notFound,
  },
  comment: {
    action: 'remove-comment',
    hold: store.holdComment,
    remove: deleteComment,
    missing: commentMessages.notFound,
  },
} as const

/**
 * An admin removes a post or a comment as its author could, tells the author why, and the act is recorded; all or
 * nothing. Throws 404 where it is gone already.
 */
export const removeContent = (sql: Sql, by: Acting, kind: keyof typeof kinds, id: number): Promise<void> =>
  retryOnClash(() =>
    sql.begin(async (tx) => {
      const { action, hold, remove, missing } = kinds[kind]
      const held = await hold(tx, id)
      if (!held || !(await remove(tx, id))) throw notFound(missing)
      if (held.userId !== by.id) {
        await store.insertRemoval(tx, kind, held, by.reason)
        await memberChanged(tx, held.userId)
      }
      await recordAct(tx, by, {
        ...{ action, target: { id, name: held.excerpt } },
        before: { excerpt: held.excerpt, userId: held.userId },
      })
    }),
  )
