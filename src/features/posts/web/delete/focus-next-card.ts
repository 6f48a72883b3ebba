/** Who works with keys goes on beside the card that goes: with the next one, or the one before. */
export const focusNextCard = (id: number): void => {
  const card = document.querySelector(`[data-card="${id}"]`)
  const next = [card?.nextElementSibling, card?.previousElementSibling].find((one) =>
    one?.matches('[data-card]'),
  )
  // Once the dialog has given the focus back to what goes.
  setTimeout(() => next?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true }), 50)
}
