import type { ComponentType, RefObject } from 'react'
import type { ExampleFilesState } from '#features/media/web/files/use-example-files.ts'
import type { Draft } from '../form/draft.ts'

/** Lists posts similar to a title. Search builds on posts, so the site's layout provides the component. */
export type SimilarPostsComponent = ComponentType<{ title: string }>

/** Stops the saving of a draft while it is being published. */
export type ServerDraftHandle = { pause(): Promise<unknown>; resume(): void }

type ServerDraftProps = {
  id: string
  stored: Draft['stored']
  files: ExampleFilesState
  handle: RefObject<ServerDraftHandle | null>
  /** Called with what the server now has of the draft. */
  onStored(stored: Draft['stored']): void
  /** Closes the dialog. */
  onClose(): void
}

/** Saves the form as a draft on the server. Drafts build on posts, so the site's layout provides the component. */
export type ServerDraftComponent = ComponentType<ServerDraftProps>
