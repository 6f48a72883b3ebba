/** An element and what it stands in, inside out. */
export const placeOf = (element: Element | null): Element[] =>
  element ? [element, ...placeOf(element.parentElement)] : []

/** Gives the focus back, or to the nearest of what it stood in where it is gone, such as the list of a deleted row. */
export const returnFocus = (place: readonly Element[]): void => {
  for (const element of place) {
    if (!(element instanceof HTMLElement && element.isConnected)) continue
    element.focus({ preventScroll: element !== place[0] })
    if (document.activeElement === element) return
  }
}
