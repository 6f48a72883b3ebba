import { createStore } from '#web/store.ts'

export type Toast = {
  id: number
  title: string
  description?: string
  /** `danger` is spoken at once, the others politely. */
  tone?: 'plain' | 'success' | 'danger'
  /** One thing to do about it, such as undoing. */
  action?: { label: string; run(): void }
}

export const toasts = createStore<Toast | null>(null)
let lastId = 0

/** Says something at the edge of the screen for 5 s. A new one takes the place of the one before (section 8). */
export const toast = (said: Omit<Toast, 'id'>): void => {
  lastId += 1
  toasts.set({ ...said, id: lastId })
}

export const dismissToast = (id: number): void => {
  if (toasts.get()?.id === id) toasts.set(null)
}
