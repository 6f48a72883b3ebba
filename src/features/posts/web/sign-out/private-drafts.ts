import { deleteDraftFiles } from '#web/draft-files.ts'
import { deleteDraft, listDraftForms, readDraft, saveDraft } from '#web/drafts.ts'
import { BLANK_VALUES_DRAFT } from '../blank-values.ts'
import {
  getNewPostFilesKey,
  hasDraftContent,
  isEditDraftName,
  type LocalPostDraft,
  NEW_POST_DRAFT,
  SET_ASIDE_DRAFTS,
} from '../form/draft.ts'

/**
 * Returns the titles of the member's unsent private posts that exist only in this browser. A draft without a
 * title yields ''.
 */
export const getPrivateDraftTitles = (owner: number): string[] =>
  findPrivateDrafts(owner)
    .filter(({ draft }) => draft.isTouched && draft.stored !== 'saved' && hasDraftContent(draft))
    .map(({ draft }) => draft.values.title.trim())

/**
 * Deletes the drafts of private posts (both new posts and edits) along with their files, and every value that the
 * member has entered into the blanks of prompts. Drafts of public posts are kept.
 */
export const deletePrivateDrafts = async (owner: number): Promise<void> => {
  deleteDraft(owner, BLANK_VALUES_DRAFT)
  for (const { form, draft } of findPrivateDrafts(owner)) {
    if (form !== SET_ASIDE_DRAFTS) deleteDraft(owner, form)
    await deleteDraftFiles(owner, isEditDraftName(form) ? form : getNewPostFilesKey(draft))
  }
  const aside = (readDraft<LocalPostDraft[]>(owner, SET_ASIDE_DRAFTS) ?? []).filter(
    (draft) => !isPrivate(draft),
  )
  if (aside.length) saveDraft(owner, SET_ASIDE_DRAFTS, aside)
  else deleteDraft(owner, SET_ASIDE_DRAFTS)
}

const findPrivateDrafts = (owner: number): { form: string; draft: LocalPostDraft }[] =>
  listDraftForms(owner)
    .filter((form) => form === NEW_POST_DRAFT || form === SET_ASIDE_DRAFTS || isEditDraftName(form))
    .flatMap((form) =>
      [readDraft<LocalPostDraft | LocalPostDraft[]>(owner, form) ?? []]
        .flat()
        .map((draft) => ({ form, draft })),
    )
    .filter(({ draft }) => isPrivate(draft))

const isPrivate = (draft: LocalPostDraft): boolean => draft.values?.isPrivate === true
