import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Member } from '#core/viewer.ts'
import type { Draft, DraftFields } from '#features/drafts/contract.ts'
import { requireDraft } from '#features/drafts/server/read-drafts.ts'
import * as store from '#features/drafts/server/store.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { claimExampleFiles } from '#features/posts/server/example-files.ts'
import { selectPostByRequestKey } from '#features/posts/server/idempotency-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireRevision } from '#server/http/if-match.ts'

type Options = { isNewVersion?: boolean; ifMatch?: string | null }

/**
 * Saves a draft under the id that the member's browser has chosen, and creates the draft if it does not exist. The
 * previous content becomes a version, unless the current version began within the last minute. Throws 409 if the
 * member has too many drafts or has published the draft within the last day, 400 for a file that they have not
 * uploaded, and 412 if the draft was not last saved at the time `ifMatch`.
 */
export const saveDraft = (
  sql: Sql,
  member: Member,
  id: string,
  fields: DraftFields,
  { isNewVersion = false, ifMatch = null }: Options = {},
): Promise<Draft> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      // Locking the member serializes all changes to their drafts, including publication.
      if (!(await lockUserRow(tx, member.id))) throw new HttpError('not-signed-in')
      const before = await store.selectSavedDraftState(tx, member.id, id, fields)
      if (before) requireRevision(ifMatch, before.updatedAt)
      await claimExampleFiles(tx, member.id, fields.exampleFiles, before?.exampleFiles ?? [])
      if (!before) {
        // Another tab may save the draft after it was published. The post is found by the draft's id, which
        // was its idempotency key.
        const post = await selectPostByRequestKey(tx, member.id, id)
        if (post) throw new HttpError('draft-published', { conflictUrl: paths.post(post) })
        if (!(await store.insertDraft(tx, member.id, id, fields))) throw new HttpError('too-many-drafts')
      } else if (!before.isSame) {
        if (isNewVersion || before.isOldVersion) await store.insertDraftVersion(tx, before.rowId)
        await store.updateDraftFields(tx, before.rowId, fields)
      }
      return requireDraft(tx, member, id)
    }),
  )
