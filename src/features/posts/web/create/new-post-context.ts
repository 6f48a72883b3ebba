import { createContext, type RefObject, use } from 'react'
import type { ExampleFilesState } from '#features/media/web/files/use-example-files.ts'
import type { LocalPostDraft } from '../form/draft.ts'

/** Pauses saving a draft while it is being published. */
export type ServerDraftHandle = { pause(): Promise<unknown>; resume(): void }

/** The post that is being written in the Create Post dialog, for what the site's layout shows in it. */
type NewPost = {
  /** The id of the draft, which is the idempotency key of the post. */
  id: string
  stored: LocalPostDraft['stored']
  files: ExampleFilesState
  handle: RefObject<ServerDraftHandle | null>
  /** Call it with the draft's new state on the server. */
  onStored(stored: LocalPostDraft['stored']): void
  onClose(): void
}

export const NewPostContext = createContext<NewPost | null>(null)

export const useNewPost = (): NewPost => {
  const post = use(NewPostContext)
  if (!post) throw new Error('No post is being written')
  return post
}
