import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CurrentUser } from '#features/identity/contract.ts'
import { createPostShape } from '#features/posts/contract-form.ts'
import { dropDraft, keepDraft, readDraft } from '#web/drafts.ts'
import { type Draft, newDraft, type Opened, openDraft } from '../form/draft.ts'
import { ASIDE, CREATE, createFilesName } from '../form/draft-names.ts'
import type { PostValues } from '../form/post-values.ts'
import { usePostDraft } from '../form/use-post-draft.ts'

const MAX_SET_ASIDE = 5

const formShape = z.omit(createPostShape, { exampleFiles: true, requestKey: true })

/** The form of a new post, with its restored or new draft. */
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
    name: CREATE,
    filesName: createFilesName,
    opened,
    initialFiles: [],
  })
  const discard = () => {
    // Discards what was typed, but keeps the topic or privacy that the dialog was opened with.
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

const open = (owner: number, preset: Partial<PostValues>): Opened => {
  const aside = readDraft<Draft[]>(owner, ASIDE) ?? []
  const hasTexts = Boolean(preset.title || preset.description || preset.prompt)
  const saved = readDraft<Draft>(owner, CREATE) ?? (hasTexts ? null : (aside.shift() ?? null))
  const opened = openDraft(saved, preset)
  if (opened.setAside) aside.unshift(opened.setAside)
  if (aside.length) keepDraft(owner, ASIDE, aside.slice(0, MAX_SET_ASIDE))
  else dropDraft(owner, ASIDE)
  // Saves the draft now, so that it survives losing the page before the first change.
  if (opened.setAside || opened.isRestored || hasTexts) keepDraft(owner, CREATE, opened.draft)
  return opened
}
