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

/**
 * Says something at the edge of the screen for 5 s. A new one takes the place of the one before (section 8). One
 * that is dismissed is gone at once: nothing shows it in the 1,000,000 ms for which it might be kept (section 9).
 */
export const toast = (said: Omit<Toast, 'id'>): void => {
  lastId += 1
  toasts.set({ ...said, id: lastId })
}

export const dismissToast = (id: number): void => {
  if (toasts.get()?.id === id) toasts.set(null)
}
