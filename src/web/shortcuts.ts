import { useEffect } from 'react'
import { createStore } from '#web/store.ts'

export type Shortcut = {
  /** What `KeyboardEvent.key` says: `/`, `?`, `j`. */
  key: string
  /** For the list of shortcuts. */
  label: string
  /** The key keeps its usual meaning where this returns false. */
  canRun?(event: KeyboardEvent): boolean
  run(event: KeyboardEvent): void
}

/** All that can be pressed now, in the order in which it was added. */
export const shortcuts = createStore<readonly Shortcut[]>([])

/** Adds keys while something is on the page; the last added wins. Answers how to take them away. */
export const addShortcuts = (added: readonly Shortcut[]): (() => void) => {
  if (shortcuts.get().length === 0) document.addEventListener('keydown', press)
  shortcuts.set([...shortcuts.get(), ...added])
  return () => {
    shortcuts.set(shortcuts.get().filter((shortcut) => !added.includes(shortcut)))
    if (shortcuts.get().length === 0) document.removeEventListener('keydown', press)
  }
}

/** Keys of a component; `list` must be the same array from render to render. */
export const useShortcuts = (list: readonly Shortcut[]): void => {
  useEffect(() => addShortcuts(list), [list])
}

const press = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target))
    return
  const shortcut = shortcuts
    .get()
    .findLast(({ key, canRun }) => key === event.key && (canRun?.(event) ?? true))
  if (!shortcut) return
  event.preventDefault()
  shortcut.run(event)
}

/** Typing in a field, or in something that lies over the page, never triggers. */
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="menu"]') !== null) ||
  document.querySelector('[role="dialog"], dialog[open]') !== null
