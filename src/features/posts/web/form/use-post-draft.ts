import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ChosenFile } from '#features/media/web/files/chosen-file.ts'
import { useExampleFiles } from '#features/media/web/files/use-example-files.ts'
import { deleteDraftFiles, readDraftFiles, saveDraftFiles } from '#web/draft-files.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { showToast } from '#web/kit/toast.ts'
import { hasDraftContent, type LocalPostDraft } from './draft.ts'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

type Options = {
  form: UseFormReturn<PostValues>
  owner: number
  /** The name under which the text fields are stored. `filesName` returns the name for the files. */
  name: string
  filesName(draft: LocalPostDraft): string
  opened: { draft: LocalPostDraft; isRestored: boolean }
  /** The files before the member chooses any. */
  initialFiles: readonly ChosenFile[]
}

/** Saves the form in this browser whenever it changes, and restores the form's files. */
export const usePostDraft = ({ form, owner, name, filesName, opened, initialFiles }: Options) => {
  const draft = useRef(opened.draft)
  const keep = (change: Partial<LocalPostDraft>) => {
    draft.current = { ...draft.current, ...change }
    saveDraft(owner, name, draft.current)
  }
  const change = (fields: Partial<LocalPostDraft>) =>
    keep({ ...fields, isTouched: true, ...(draft.current.stored && { stored: 'changed' }) })
  const files = useExampleFiles({
    initial: initialFiles,
    onChange: (list) => {
      change({ fileCount: list.length, hasOtherFiles: draft.current.wasTried })
      return saveDraftFiles(owner, filesName(draft.current), list)
    },
  })
  const onValuesChange = useEffectEvent((values: PostValues) => {
    if (JSON.stringify(values) !== JSON.stringify(draft.current.values)) change({ values })
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => onValuesChange({ ...values }),
      }),
    [form],
  )
  const restoreFiles = useEffectEvent(async () => {
    if (!opened.isRestored) return
    const savedFiles = await readDraftFiles<ChosenFile>(owner, filesName(opened.draft))
    if (savedFiles) files.replace(savedFiles)
  })
  useEffect(() => void restoreFiles(), [])
  const onClosed = useEffectEvent(() => {
    // Signing out in another tab may have deleted the draft, so its existence is checked first.
    if (draft.current.isTouched && hasDraftContent(draft.current) && readDraft(owner, name))
      showToast({
        title: postFormTexts.draftSaved,
        description: draft.current.stored ? postFormTexts.draftStoredHint : postFormTexts.draftSavedHint,
      })
  })
  useEffect(() => onClosed, [])

  return {
    files,
    keep,
    current: () => draft.current,
    /**
     * Records the draft's state on the server. The dialog may have been closed in the meantime and opened with another
     * draft.
     */
    markStored: (stored: LocalPostDraft['stored']) => {
      if (readDraft<LocalPostDraft>(owner, name)?.requestKey === draft.current.requestKey) keep({ stored })
      else draft.current = { ...draft.current, stored }
    },
    /** Deletes the draft after it was sent or discarded, and continues with `next`. */
    drop: (next: LocalPostDraft) => {
      deleteDraft(owner, name)
      void deleteDraftFiles(owner, filesName(draft.current))
      draft.current = next
    },
  }
}
