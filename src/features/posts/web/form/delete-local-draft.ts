import { deleteDraftFiles } from '#web/draft-files.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { getNewPostFilesKey, type LocalPostDraft, NEW_POST_DRAFT, SET_ASIDE_DRAFTS } from './draft.ts'

/** Deletes this browser's copy of a draft that was deleted from the server so that it is not saved again. */
export const deleteLocalDraft = (owner: number, id: string): void => {
  if (readDraft<LocalPostDraft>(owner, NEW_POST_DRAFT)?.requestKey === id) deleteDraft(owner, NEW_POST_DRAFT)
  const aside = readDraft<LocalPostDraft[]>(owner, SET_ASIDE_DRAFTS) ?? []
  const others = aside.filter(({ requestKey }) => requestKey !== id)
  if (others.length < aside.length) saveDraft(owner, SET_ASIDE_DRAFTS, others)
  void deleteDraftFiles(owner, getNewPostFilesKey({ requestKey: id }))
}
