/**
 * Where what floats beside this element belongs in the document: in its landmark, and inside an open dialog of the
 * browser's own, as everything else is inert there.
 */
export const landmarkOf = (element: Element | null): Element =>
  element?.closest('dialog, header, main, aside') ?? document.body
