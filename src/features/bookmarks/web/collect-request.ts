import { createStore } from '#web/store.ts'

/** The post for which the member is choosing collections, or null while the dialog is closed. */
export const collectDialogPostIdStore = createStore<number | null>(null)
