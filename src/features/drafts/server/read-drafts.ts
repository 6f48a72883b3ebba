import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { getDefaultPostFields } from '#features/posts/contract-fields.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { Draft, DraftFields, DraftVersion } from '../contract.ts'
import * as store from './store.ts'

/** Fills in default values for fields that were introduced after the draft was saved. */
export const applyDraftDefaults = (fields: Partial<DraftFields>): DraftFields => ({
  ...getDefaultPostFields(),
  topicId: null,
  isPrivate: false,
  ...fields,
})

/** Finds the member's draft. Throws 404 if the member has no draft with this id. */
export const requireDraft = async (sql: AnySql, member: Member, id: string): Promise<Draft> => {
  const draft = await store.selectDraft(sql, member.id, id)
  if (!draft) throw new HttpError('draft-not-found')
  const { fields, ...rest } = draft
  return { ...applyDraftDefaults(fields), ...rest }
}

/** Lists the versions of the member's draft. Throws 404 if the member has no draft with this id. */
export const listDraftVersions = async (sql: Sql, member: Member, id: string): Promise<DraftVersion[]> => {
  const versions = await store.selectDraftVersions(sql, member.id, id)
  if (versions.length === 0) await requireDraft(sql, member, id)
  return versions.map(({ fields, ...version }) => ({ ...applyDraftDefaults(fields), ...version }))
}
