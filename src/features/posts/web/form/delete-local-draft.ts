import { deleteDraftFiles } from '#web/draft-files.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { type Draft, NEW_POST_DRAFT, newPostFilesName, SET_ASIDE_DRAFTS } from './draft.ts'

/** Deletes this browser's copy of a draft that was deleted from the server, so that it is not saved again. */
export const deleteLocalDraft = (owner: number, id: string): void => {
  if (readDraft<Draft>(owner, NEW_POST_DRAFT)?.requestKey === id) deleteDraft(owner, NEW_POST_DRAFT)
  const aside = readDraft<Draft[]>(owner, SET_ASIDE_DRAFTS) ?? []
  const others = aside.filter(({ requestKey }) => requestKey !== id)
  if (others.length < aside.length) saveDraft(owner, SET_ASIDE_DRAFTS, others)
  void deleteDraftFiles(owner, newPostFilesName({ requestKey: id }))
}
