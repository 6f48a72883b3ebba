import { dropFiles } from '#web/draft-files.ts'
import { dropDraft, keepDraft, listForms, readDraft } from '#web/drafts.ts'
import { type Draft, matters } from '../form/draft.ts'
import { ASIDE, CREATE, createFilesName, isEditName } from '../form/draft-names.ts'

/** The titles of the member's unsent private posts in this browser; '' for a draft without a title. */
export const unsentPrivateTitles = (owner: number): string[] =>
  findPrivateDrafts(owner)
    .filter(({ draft }) => draft.isTouched && matters(draft))
    .map(({ draft }) => draft.values.title.trim())

/**
 * Deletes the drafts of private posts, both new ones and edits, with their files. Drafts of public posts
 * stay.
 */
export const dropPrivateDrafts = async (owner: number): Promise<void> => {
  for (const { form, draft } of findPrivateDrafts(owner)) {
    if (form !== ASIDE) dropDraft(owner, form)
    await dropFiles(owner, isEditName(form) ? form : createFilesName(draft))
  }
  const aside = (readDraft<Draft[]>(owner, ASIDE) ?? []).filter((draft) => !isPrivate(draft))
  if (aside.length) keepDraft(owner, ASIDE, aside)
  else dropDraft(owner, ASIDE)
}

const findPrivateDrafts = (owner: number): { form: string; draft: Draft }[] =>
  listForms(owner)
    .filter((form) => form === CREATE || form === ASIDE || isEditName(form))
    .flatMap((form) =>
      [readDraft<Draft | Draft[]>(owner, form) ?? []].flat().map((draft) => ({ form, draft })),
    )
    .filter(({ draft }) => isPrivate(draft))

const isPrivate = (draft: Draft): boolean => draft.values?.isPrivate === true
