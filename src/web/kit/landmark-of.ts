/**
 * The container for content that floats next to an element: its landmark, or an open native dialog, outside
 * of which everything is inert.
 */
export const landmarkOf = (element: Element | null): Element =>
  element?.closest('dialog, header, main, aside') ?? document.body
