import { createStore } from '#web/store.ts'
import type { PostCard } from '../contract.ts'

/** The post of whose menu a member has chosen Mute. `features/profiles` renders the dialog. */
export const muteRequestStore = createStore<PostCard | null>(null)
