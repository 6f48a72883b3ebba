import { useEffect } from 'react'
import { createStore } from './store.ts'

export type Shortcut = {
  /** A value of `KeyboardEvent.key`: `/`, `?`, `j`. */
  key: string
  /** Shown in the list of shortcuts. */
  label: string
  /** The key keeps its usual meaning if this returns false. */
  canRun?(event: KeyboardEvent): boolean
  run(event: KeyboardEvent): void
}

/** The active shortcuts, in the order in which they were added. */
export const shortcuts = createStore<readonly Shortcut[]>([])

/** Adds shortcuts; the last one added for a key wins. Returns a function that removes them. */
export const addShortcuts = (added: readonly Shortcut[]): (() => void) => {
  if (shortcuts.get().length === 0) document.addEventListener('keydown', press)
  shortcuts.set([...shortcuts.get(), ...added])
  return () => {
    shortcuts.set(shortcuts.get().filter((shortcut) => !added.includes(shortcut)))
    if (shortcuts.get().length === 0) document.removeEventListener('keydown', press)
  }
}

/** Registers a component's shortcuts while it is mounted; `list` must be the same array on every render. */
export const useShortcuts = (list: readonly Shortcut[]): void => {
  useEffect(() => addShortcuts(list), [list])
}

const press = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBlocked(event.target))
    return
  const shortcut = shortcuts
    .get()
    .findLast(({ key, canRun }) => key === event.key && (canRun?.(event) ?? true))
  if (!shortcut) return
  event.preventDefault()
  shortcut.run(event)
}

/** Shortcuts do nothing while somebody types in a field or a dialog or menu is open. */
const isBlocked = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable="true"], [role="menu"]',
    ) !== null) ||
  document.querySelector('[role="dialog"], dialog[open]') !== null
