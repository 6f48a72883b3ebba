/** Returns the case to open after the given one: the next in the list or, after the last, the first. */
export const getNextCase = (
  cases: readonly { id: number }[],
  current: number | undefined,
): number | undefined => {
  const index = cases.findIndex(({ id }) => id === current)
  const others = [...cases.slice(index + 1), ...cases.slice(0, Math.max(index, 0))]
  return others.find(({ id }) => id !== current)?.id
}

/** Focuses the next or previous case of the list, counted from the focused one or else from the open one. */
export const moveInList = (list: HTMLElement | null, step: 1 | -1): void => {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-case]') ?? [])]
  const focused = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1
  const current = focused >= 0 ? focused : links.findIndex((link) => link.hasAttribute('aria-current'))
  const next = links[Math.min(Math.max(current + step, 0), links.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
