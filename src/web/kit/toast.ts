import { createStore } from '../store.ts'

export type Toast = {
  id: number
  title: string
  description?: string
  /** The kind of toast: `danger` is announced assertively, all other tones politely. */
  tone?: 'plain' | 'success' | 'danger'
  /** An optional action button, such as Undo. */
  action?: { label: string; run(): void }
}

export const toastStore = createStore<Toast | null>(null)
let lastId = 0

/**
 * Shows a toast for 5 seconds, replacing the previous one. A dismissed toast is removed immediately
 * (docs/spec/errors.md#toasts).
 */
export const showToast = (content: Omit<Toast, 'id'>): void => {
  lastId += 1
  toastStore.set({ ...content, id: lastId })
}

export const dismissToast = (id: number): void => {
  if (toastStore.get()?.id === id) toastStore.set(null)
}
