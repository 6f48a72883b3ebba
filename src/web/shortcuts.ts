import { useEffect } from 'react'
import { isComposing } from './is-composing.ts'
import { createStore } from './store.ts'

export type Shortcut = {
  /** The key as in `KeyboardEvent.key`, such as `/`, `?` or `j`. */
  key: string
  /** The description in the list of shortcuts. */
  label: string
  /** If this returns false, the key keeps its usual meaning. */
  canRun?(event: KeyboardEvent): boolean
  run(event: KeyboardEvent): void
}

/** The active shortcuts, in the order in which they were added. */
export const activeShortcutsStore = createStore<readonly Shortcut[]>([])

/** Adds shortcuts. If a key is added twice, the later shortcut wins. Returns a function that removes them. */
export const addShortcuts = (added: readonly Shortcut[]): (() => void) => {
  if (activeShortcutsStore.get().length === 0) document.addEventListener('keydown', press)
  activeShortcutsStore.set([...activeShortcutsStore.get(), ...added])
  return () => {
    activeShortcutsStore.set(activeShortcutsStore.get().filter((shortcut) => !added.includes(shortcut)))
    if (activeShortcutsStore.get().length === 0) document.removeEventListener('keydown', press)
  }
}

/** Registers a component's shortcuts while it is mounted; `list` must be the same array on every render. */
export const useShortcuts = (list: readonly Shortcut[]): void => {
  useEffect(() => addShortcuts(list), [list])
}

const press = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (isComposing(event) || isBlocked(event.target)) return
  const shortcut = activeShortcutsStore
    .get()
    .findLast(({ key, canRun }) => key === event.key && (canRun?.(event) ?? true))
  if (!shortcut) return
  event.preventDefault()
  shortcut.run(event)
}

/**
 * Returns whether shortcuts are disabled because someone is typing in a field or a dialog or menu is open.
 */
const isBlocked = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable="true"], [role="menu"]',
    ) !== null) ||
  document.querySelector('[role="dialog"], dialog[open]') !== null
