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

const MOST_ASIDE = 5

const shape = z.omit(createPostShape, { exampleFiles: true, requestKey: true })

/** The form of a new post and its draft, from the last time or new. */
export const useCreateDraft = (user: CurrentUser, preset: Partial<PostValues>) => {
  const [opened, setOpened] = useState(() =>
    open(user.id, user.isMuted ? { ...preset, isPrivate: true } : preset),
  )
  const form = useForm<PostValues>({
    defaultValues: opened.draft.values,
    resolver: zodResolver(shape) as never,
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
    // What was typed goes; where the dialog was opened for, a topic or oneself alone, stays.
    const { topicId = null, isPrivate = false } = preset
    const place = { topicId, isPrivate: isPrivate || user.isMuted }
    const next = newDraft(openDraft(null, place).draft.values)
    draft.drop(next)
    form.reset(next.values)
    draft.files.replace([])
    setOpened({ draft: next, isRestored: false, setAside: null })
  }
  return { form, draft, opened, discard }
}

const open = (owner: number, preset: Partial<PostValues>): Opened => {
  const aside = readDraft<Draft[]>(owner, ASIDE) ?? []
  const hasTexts = Boolean(preset.title || preset.description || preset.prompt)
  const kept = readDraft<Draft>(owner, CREATE) ?? (hasTexts ? null : (aside.shift() ?? null))
  const opened = openDraft(kept, preset)
  if (opened.setAside) aside.unshift(opened.setAside)
  if (aside.length) keepDraft(owner, ASIDE, aside.slice(0, MOST_ASIDE))
  else dropDraft(owner, ASIDE)
  // Whoever loses the page now finds it again.
  if (opened.setAside || opened.isRestored || hasTexts) keepDraft(owner, CREATE, opened.draft)
  return opened
}
