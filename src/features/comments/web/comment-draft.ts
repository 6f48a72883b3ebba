import { useEffect, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '#web/drafts.ts'
import { createStore } from '#web/store.ts'

type Kept = { content: string }

const formOf = (postId: number, parentId: number | null) => `comment:${postId}:${parentId ?? 0}`

/** Tells an open form what it holds now, where it is not the form itself that has posted. */
const told = createStore<{ form: string; content: string } | null>(null)

/** `content` is kept until it is posted: '' drops it. Without a member it is a visitor's, who may be signing in. */
export const keepComment = (
  owner: number | null,
  { postId, parentId }: { postId: number; parentId: number | null },
  content: string,
): void => {
  const form = formOf(postId, parentId)
  if (content) keepDraft<Kept>(owner, form, { content })
  else {
    dropDraft(owner, form)
    dropDraft(null, form)
  }
  told.set({ form, content })
}

/** What is typed into a comment's form; it comes back after a reload, and from before the sign-in. */
export const useCommentDraft = (owner: number | null, postId: number, parentId: number | null) => {
  const [content, setContent] = useState('')
  const form = formOf(postId, parentId)
  useEffect(() => {
    const kept = readDraft<Kept>(owner, form) ?? readDraft<Kept>(null, form)
    if (kept) setContent(kept.content)
    return told.subscribe(() => {
      const now = told.get()
      if (now?.form === form) setContent(now.content)
    })
  }, [owner, form])
  return [content, (typed: string) => keepComment(owner, { postId, parentId }, typed)] as const
}
