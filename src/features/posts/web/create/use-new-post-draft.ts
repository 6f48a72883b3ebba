import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CurrentUser } from '#core/current-user.ts'
import { toChosenFiles } from '#features/media/web/files/chosen-file.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { createPostSchema } from '../../contract-form.ts'
import {
  chooseInitialDraft,
  createLocalDraft,
  getNewPostFilesKey,
  hasAnyText,
  hasDraftContent,
  type InitialDraft,
  type LocalPostDraft,
  NEW_POST_DRAFT,
  SET_ASIDE_DRAFTS,
  type StoredDraft,
  toLocalDraft,
} from '../form/draft.ts'
import type { PostValues } from '../form/post-values.ts'
import { usePostDraft } from '../form/use-post-draft.ts'

const MAX_SET_ASIDE = 5

const formSchema = z.omit(createPostSchema, { exampleFiles: true, requestKey: true })

/** Returns the form for a new post, with a restored or new draft. */
export const useNewPostDraft = (user: CurrentUser, preset: Partial<PostValues>, stored?: StoredDraft) => {
  const [opened, setOpened] = useState(() =>
    stored
      ? openStored(user.id, stored)
      : open(user.id, user.isMuted ? { ...preset, isPrivate: true } : preset),
  )
  const form = useForm<PostValues>({
    defaultValues: opened.draft.values,
    resolver: zodResolver(formSchema) as never,
  })
  const draft = usePostDraft({
    form,
    owner: user.id,
    name: NEW_POST_DRAFT,
    filesName: getNewPostFilesKey,
    opened,
    initialFiles: toChosenFiles(stored?.exampleFiles ?? []),
  })
  const discard = () => {
    // Clears the form, but keeps the topic or privacy that the dialog was opened with.
    const { topicId = null, isPrivate = false } = preset
    const initial = { topicId, isPrivate: isPrivate || user.isMuted }
    const emptyDraft = createLocalDraft(chooseInitialDraft(null, initial).draft.values)
    draft.drop(emptyDraft)
    form.reset(emptyDraft.values)
    draft.files.replace([])
    setOpened({ draft: emptyDraft, isRestored: false, setAside: null })
  }
  return { form, draft, opened, discard }
}

const open = (owner: number, preset: Partial<PostValues>): InitialDraft => {
  const aside = readDraft<LocalPostDraft[]>(owner, SET_ASIDE_DRAFTS) ?? []
  const saved = readUnsaved(owner) ?? (hasAnyText(preset) ? null : (aside.shift() ?? null))
  const opened = chooseInitialDraft(saved, preset)
  if (opened.setAside) aside.unshift(opened.setAside)
  saveAside(owner, aside)
  // Saves the draft now so that it survives if the page is closed before the first change.
  if (opened.setAside || opened.isRestored || hasAnyText(preset))
    saveDraft(owner, NEW_POST_DRAFT, opened.draft)
  return opened
}

/** Opens a draft from the server, including changes that only this browser has. Sets aside another unsaved draft. */
const openStored = (owner: number, stored: StoredDraft): InitialDraft => {
  const unsaved = readUnsaved(owner)
  const aside = readDraft<LocalPostDraft[]>(owner, SET_ASIDE_DRAFTS) ?? []
  const isSame = ({ requestKey }: LocalPostDraft) => requestKey === stored.id
  const changed = [...(unsaved ? [unsaved] : []), ...aside].find(isSame)
  const setAside =
    unsaved && !isSame(unsaved) && unsaved.isTouched && hasDraftContent(unsaved) ? unsaved : null
  saveAside(owner, [...(setAside ? [setAside] : []), ...aside.filter((draft) => !isSame(draft))])
  const draft = changed ?? toLocalDraft(stored)
  saveDraft(owner, NEW_POST_DRAFT, draft)
  return { draft, isRestored: changed !== undefined, setAside }
}

/** Returns the draft of the last dialog, or null if the server has all of its changes. */
const readUnsaved = (owner: number): LocalPostDraft | null => {
  const draft = readDraft<LocalPostDraft>(owner, NEW_POST_DRAFT)
  return draft?.stored === 'saved' ? null : draft
}

const saveAside = (owner: number, aside: readonly LocalPostDraft[]): void => {
  if (aside.length) saveDraft(owner, SET_ASIDE_DRAFTS, aside.slice(0, MAX_SET_ASIDE))
  else deleteDraft(owner, SET_ASIDE_DRAFTS)
}
