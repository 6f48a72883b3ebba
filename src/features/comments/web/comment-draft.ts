import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '#web/drafts.ts'
import { newUuid } from '#web/new-uuid.ts'
import { createStore } from '#web/store.ts'

type Place = { postId: number; parentId: number | null }
/** What was sent, and nobody knows whether it arrived. */
type Tried = { content: string; requestKey: string }
type Kept = { content: string; tried?: Tried | undefined }

const formOf = ({ postId, parentId }: Place) => `comment:${postId}:${parentId ?? 0}`

/** Tells an open form what it holds now, where it is not the form itself that has posted. */
const told = createStore<(Kept & { form: string }) | null>(null)

/** A try of its own key, with which all tries of the same words make one comment. */
const newTry = (content: string): Tried => ({ content, requestKey: newUuid() })

/**
 * `content` is kept until it is posted: '' drops it. Without a member it is a visitor's, who may be signing
 * in.
 */
export const keepComment = (owner: number | null, place: Place, content: string, tried?: Tried): void => {
  const form = formOf(place)
  if (content) keepDraft<Kept>(owner, form, { content, tried })
  else {
    dropDraft(owner, form)
    dropDraft(null, form)
  }
  told.set({ form, content, tried })
}

/**
 * What is being posted without its form: kept until it has arrived, but the form does not hold it a second
 * time.
 */
const underWay = new Map<string, string>()

/**
 * Posts what was typed before; it stays in this browser until it has arrived. Where that fails, the form
 * holds it, and what was typed since.
 */
export const sendKept = async (
  owner: number,
  place: Place,
  content: string,
  send: (tried: Tried) => Promise<void>,
): Promise<void> => {
  const form = formOf(place)
  const tried = newTry(content)
  const typedSince = () => {
    const kept = readDraft<Kept>(owner, form)?.content ?? ''
    return kept === content ? '' : kept
  }
  underWay.set(form, content)
  keepComment(owner, place, content, tried)
  dropDraft(null, form)
  try {
    await send(tried)
    underWay.delete(form)
    if (!typedSince()) keepComment(owner, place, '')
  } catch (error) {
    underWay.delete(form)
    keepComment(owner, place, [content, typedSince()].filter(Boolean).join('\n\n'), tried)
    throw error
  }
}

/** What is typed into a comment's form; it comes back after a reload, and from before the sign-in. */
export const useCommentDraft = (owner: number | null, place: Place) => {
  const [typed, setTyped] = useState('')
  const tried = useRef<Tried>(undefined)
  const form = formOf(place)
  useEffect(() => {
    const hold = (now: Kept) => {
      tried.current = now.tried
      setTyped(underWay.get(form) === now.content ? '' : now.content)
    }
    const kept = readDraft<Kept>(owner, form) ?? readDraft<Kept>(null, form)
    if (kept) hold(kept)
    return told.subscribe(() => {
      const now = told.get()
      if (now?.form === form) hold(now)
    })
  }, [owner, form])
  return {
    typed,
    type: (content: string) => keepComment(owner, place, content, tried.current),
    /** The key to send `content` with: the one it was sent with before, also before a reload. */
    keyFor: (content: string): string => {
      const now = tried.current?.content === content ? tried.current : newTry(content)
      keepComment(owner, place, typed, now)
      return now.requestKey
    },
  }
}
