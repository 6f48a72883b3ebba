/** Moves the keyboard focus to the card after the deleted one, or to the one before it. */
export const focusNextCard = (id: number): void => {
  const card = document.querySelector(`[data-card="${id}"]`)
  const neighbor = [card?.nextElementSibling, card?.previousElementSibling].find((element) =>
    element?.matches('[data-card]'),
  )
  // Waits until the dialog has returned the focus to the card that is being deleted.
  setTimeout(() => neighbor?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true }), 50)
}
