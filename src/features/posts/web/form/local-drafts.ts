import { deleteDraftFiles } from '#web/draft-files.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import {
  getNewPostFilesKey,
  hasDraftContent,
  type LocalPostDraft,
  NEW_POST_DRAFT,
  SET_ASIDE_DRAFTS,
} from './draft.ts'

const readCurrent = (owner: number) => readDraft<LocalPostDraft>(owner, NEW_POST_DRAFT)
const readAside = (owner: number) => readDraft<LocalPostDraft[]>(owner, SET_ASIDE_DRAFTS) ?? []

/** Lists the unfinished posts that only this browser has. The first is the one that the Create Post dialog opens. */
export const listLocalDrafts = (owner: number): LocalPostDraft[] => {
  const current = readCurrent(owner)
  return [...(current ? [current] : []), ...readAside(owner)].filter(
    (draft) => !draft.stored && hasDraftContent(draft),
  )
}

/** Makes a draft that was set aside the one that the Create Post dialog opens, and sets aside the one that was it. */
export const chooseLocalDraft = (owner: number, requestKey: string): void => {
  const current = readCurrent(owner)
  const aside = readAside(owner)
  const chosen = aside.find((draft) => draft.requestKey === requestKey)
  if (!chosen) return
  const others = aside.filter((draft) => draft !== chosen)
  if (current && current.stored !== 'saved' && hasDraftContent(current)) others.unshift(current)
  saveDraft(owner, SET_ASIDE_DRAFTS, others)
  saveDraft(owner, NEW_POST_DRAFT, chosen)
}

/** Deletes this browser's copy of a draft with its files, for example so that a deleted draft is not saved again. */
export const deleteLocalDraft = (owner: number, requestKey: string): void => {
  if (readCurrent(owner)?.requestKey === requestKey) deleteDraft(owner, NEW_POST_DRAFT)
  const aside = readAside(owner)
  const others = aside.filter((draft) => draft.requestKey !== requestKey)
  if (others.length < aside.length) saveDraft(owner, SET_ASIDE_DRAFTS, others)
  void deleteDraftFiles(owner, getNewPostFilesKey({ requestKey }))
}
