import type { ComponentType, RefObject } from 'react'
import type { ExampleFilesState } from '#features/media/web/files/use-example-files.ts'
import type { LocalPostDraft } from '../form/draft.ts'

/**
 * Lists posts with a similar title. The site's layout injects the component to avoid a circular dependency:
 * the search feature depends on posts.
 */
export type SimilarPostsComponent = ComponentType<{ title: string }>

/** Pauses saving a draft while it is being published. */
export type ServerDraftHandle = { pause(): Promise<unknown>; resume(): void }

type ServerDraftProps = {
  id: string
  stored: LocalPostDraft['stored']
  files: ExampleFilesState
  handle: RefObject<ServerDraftHandle | null>
  /** Called with the draft's new state on the server. */
  onStored(stored: LocalPostDraft['stored']): void
  onClose(): void
}

/**
 * Saves the form as a draft on the server. The site's layout injects the component to avoid a circular
 * dependency: the drafts feature depends on posts.
 */
export type ServerDraftComponent = ComponentType<ServerDraftProps>
