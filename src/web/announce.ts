import { createStore } from '#web/store.ts'

export const announced = createStore('')

/** Has assistive technology speak, politely. The same words said twice are spoken twice. */
export const announce = (text: string): void => {
  announced.set(announced.get() === text ? `${text}\u00a0` : text)
}
