/** An element and its ancestors, innermost first. */
export const placeOf = (element: Element | null): Element[] =>
  element ? [element, ...placeOf(element.parentElement)] : []

/**
 * Returns the focus to an element or, if it was removed, to its nearest ancestor, such as the list of a
 * deleted row.
 */
export const returnFocus = (place: readonly Element[]): void => {
  for (const element of place) {
    if (!(element instanceof HTMLElement && element.isConnected)) continue
    element.focus({ preventScroll: element !== place[0] })
    if (document.activeElement === element) return
  }
}
