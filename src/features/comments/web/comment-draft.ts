import { useEffect, useRef, useState } from 'react'
import { deleteDraft, readDraft, saveDraft } from '#web/drafts.ts'
import { randomUuid } from '#web/random-uuid.ts'
import { createStore } from '#web/store.ts'

/** The post or comment that the form replies to. */
type Target = { postId: number; parentId: number | null }
/** A request that was sent but whose outcome is unknown. */
type Attempt = { content: string; requestKey: string }
type Draft = { content: string; lastAttempt?: Attempt | undefined }

const formOf = ({ postId, parentId }: Target) => `comment:${postId}:${parentId ?? 0}`

/** The most recent change to a draft. Lets an open form pick up changes made by other components. */
const draftChange = createStore<(Draft & { form: string }) | null>(null)

/**
 * Creates the idempotency key shared by all attempts to send this content, so that they create only one
 * comment.
 */
const newAttempt = (content: string): Attempt => ({ content, requestKey: randomUuid() })

/**
 * Saves the draft until it is posted. Empty content deletes the draft. `owner` is null for a visitor, who may be
 * signing in.
 */
export const saveCommentDraft = (
  owner: number | null,
  target: Target,
  content: string,
  tried?: Attempt,
): void => {
  const form = formOf(target)
  if (content) saveDraft<Draft>(owner, form, { content, lastAttempt: tried })
  else {
    deleteDraft(owner, form)
    deleteDraft(null, form)
  }
  draftChange.set({ form, content, lastAttempt: tried })
}

/**
 * Maps each form to the content that is being posted in the background. The content stays saved as a draft until it has
 * been posted, but the form does not show it.
 */
const inFlight = new Map<string, string>()

/**
 * Posts a draft and keeps it in this browser until it has been posted. If posting fails, the form shows it again,
 * together with anything typed in the meantime.
 */
export const sendCommentDraft = async (
  owner: number,
  target: Target,
  content: string,
  send: (attempt: Attempt) => Promise<void>,
): Promise<void> => {
  const form = formOf(target)
  const attempt = newAttempt(content)
  const typedSince = () => {
    const saved = readDraft<Draft>(owner, form)?.content ?? ''
    return saved === content ? '' : saved
  }
  inFlight.set(form, content)
  saveCommentDraft(owner, target, content, attempt)
  deleteDraft(null, form)
  try {
    await send(attempt)
    inFlight.delete(form)
    if (!typedSince()) saveCommentDraft(owner, target, '')
  } catch (error) {
    inFlight.delete(form)
    saveCommentDraft(owner, target, [content, typedSince()].filter(Boolean).join('\n\n'), attempt)
    throw error
  }
}

/** Returns a comment form's text, which is restored after a reload and after signing in. */
export const useCommentDraft = (owner: number | null, target: Target) => {
  const [typed, setTyped] = useState('')
  const lastAttempt = useRef<Attempt>(undefined)
  const form = formOf(target)
  useEffect(() => {
    const show = (draft: Draft) => {
      lastAttempt.current = draft.lastAttempt
      setTyped(inFlight.get(form) === draft.content ? '' : draft.content)
    }
    const saved = readDraft<Draft>(owner, form) ?? readDraft<Draft>(null, form)
    if (saved) show(saved)
    return draftChange.subscribe(() => {
      const change = draftChange.get()
      if (change?.form === form) show(change)
    })
  }, [owner, form])
  return {
    typed,
    type: (content: string) => saveCommentDraft(owner, target, content, lastAttempt.current),
    /** Returns the idempotency key for `content`. A retry reuses the key of the first attempt, even after a reload. */
    keyFor: (content: string): string => {
      const attempt = lastAttempt.current?.content === content ? lastAttempt.current : newAttempt(content)
      saveCommentDraft(owner, target, typed, attempt)
      return attempt.requestKey
    },
  }
}
