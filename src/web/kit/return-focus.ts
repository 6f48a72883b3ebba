/** Returns an element and its ancestors, innermost first. */
export const getSelfAndAncestors = (element: Element | null): Element[] =>
  element ? [element, ...getSelfAndAncestors(element.parentElement)] : []

/**
 * Moves focus back to an element or, if it was removed, to its nearest ancestor, such as the list of a
 * deleted row.
 */
export const restoreFocus = (candidates: readonly Element[]): void => {
  for (const element of candidates) {
    if (!(element instanceof HTMLElement && element.isConnected)) continue
    element.focus({ preventScroll: element !== candidates[0] })
    if (document.activeElement === element) return
  }
}
