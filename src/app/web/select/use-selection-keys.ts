import { useMemo } from 'react'
import { useShortcuts } from '#web/shortcuts.ts'
import { texts } from './texts.ts'

/** The keys while posts are being selected: Space selects the card that has the focus, and Escape ends. */
export const useSelectionKeys = (onEnd: () => void): void => {
  const keys = useMemo(
    () => [
      {
        key: ' ',
        label: texts.selectCard,
        canRun: (event: KeyboardEvent) => checkboxOf(event) !== null,
        run: press,
      },
      { key: 'Escape', label: texts.endSelecting, run: onEnd },
    ],
    [onEnd],
  )
  useShortcuts(keys)
}

/** The checkbox of the card that has the focus itself; within a card, Space keeps its usual meaning. */
const checkboxOf = ({ target }: KeyboardEvent): HTMLInputElement | null =>
  target instanceof Element && target.matches('[data-card] > article')
    ? target.querySelector<HTMLInputElement>('[data-act="select"]')
    : null

/** With Shift it selects a range, as a click does. */
const press = (event: KeyboardEvent): void => {
  checkboxOf(event)?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }))
}
