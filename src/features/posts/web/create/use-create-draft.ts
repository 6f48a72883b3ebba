import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CurrentUser } from '#core/current-user.ts'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { createPostShape } from '../../contract-form.ts'
import {
  type Draft,
  hasTexts,
  NEW_POST_DRAFT,
  newDraft,
  newPostFilesName,
  type OpenedDraft,
  openDraft,
  SET_ASIDE_DRAFTS,
} from '../form/draft.ts'
import type { PostValues } from '../form/post-values.ts'
import { usePostDraft } from '../form/use-post-draft.ts'

const MAX_SET_ASIDE = 5

const formShape = z.omit(createPostShape, { exampleFiles: true, requestKey: true })

/** The form for a new post, with its restored or new draft. */
export const useCreateDraft = (user: CurrentUser, preset: Partial<PostValues>) => {
  const [opened, setOpened] = useState(() =>
    open(user.id, user.isMuted ? { ...preset, isPrivate: true } : preset),
  )
  const form = useForm<PostValues>({
    defaultValues: opened.draft.values,
    resolver: zodResolver(formShape) as never,
  })
  const draft = usePostDraft({
    form,
    owner: user.id,
    name: NEW_POST_DRAFT,
    filesName: newPostFilesName,
    opened,
    initialFiles: [],
  })
  const discard = () => {
    // Discards the input, but keeps the topic or privacy that the dialog was opened with.
    const { topicId = null, isPrivate = false } = preset
    const initial = { topicId, isPrivate: isPrivate || user.isMuted }
    const emptyDraft = newDraft(openDraft(null, initial).draft.values)
    draft.drop(emptyDraft)
    form.reset(emptyDraft.values)
    draft.files.replace([])
    setOpened({ draft: emptyDraft, isRestored: false, setAside: null })
  }
  return { form, draft, opened, discard }
}

const open = (owner: number, preset: Partial<PostValues>): OpenedDraft => {
  const aside = readDraft<Draft[]>(owner, SET_ASIDE_DRAFTS) ?? []
  const saved = readDraft<Draft>(owner, NEW_POST_DRAFT) ?? (hasTexts(preset) ? null : (aside.shift() ?? null))
  const opened = openDraft(saved, preset)
  if (opened.setAside) aside.unshift(opened.setAside)
  if (aside.length) saveDraft(owner, SET_ASIDE_DRAFTS, aside.slice(0, MAX_SET_ASIDE))
  else deleteDraft(owner, SET_ASIDE_DRAFTS)
  // Saves the draft now, so that it survives if the page is lost before the first change.
  if (opened.setAside || opened.isRestored || hasTexts(preset)) saveDraft(owner, NEW_POST_DRAFT, opened.draft)
  return opened
}
