import { useMemo } from 'react'
import { useShortcuts } from '#web/shortcuts.ts'
import { selectTexts } from './texts.ts'

/**
 * Registers the keyboard shortcuts for selecting posts: Space selects the focused card, and Escape ends the selection.
 */
export const useSelectionShortcuts = (onEnd: () => void): void => {
  const keys = useMemo(
    () => [
      {
        key: ' ',
        label: selectTexts.selectCard,
        canRun: (event: KeyboardEvent) => checkboxOf(event) !== null,
        run: press,
      },
      { key: 'Escape', label: selectTexts.endSelecting, run: onEnd },
    ],
    [onEnd],
  )
  useShortcuts(keys)
}

/**
 * Returns the checkbox of the focused card, or null if the focus is on an element within the card, where Space keeps
 * its usual meaning.
 */
const checkboxOf = ({ target }: KeyboardEvent): HTMLInputElement | null =>
  target instanceof Element && target.matches('[data-card] > article')
    ? target.querySelector<HTMLInputElement>('[data-act="select"]')
    : null

/** Dispatches a click so that Shift also selects a range. */
const press = (event: KeyboardEvent): void => {
  checkboxOf(event)?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }))
}
