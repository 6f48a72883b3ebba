import { createStore } from '#web/store.ts'

export const announced = createStore('')

/**
 * Announces a text politely to assistive technology; a non-breaking space makes a repeated text be spoken
 * again.
 */
export const announce = (text: string): void => {
  announced.set(announced.get() === text ? `${text}\u00a0` : text)
}
