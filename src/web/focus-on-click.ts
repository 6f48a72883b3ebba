/**
 * Focuses a clicked button or link because Safari, unlike other browsers, does not. Otherwise, dialogs and
 * menus could not return focus to the element that opened them. Ignores clicks made by scripts.
 */
export const enableFocusOnClick = (): void => {
  const focus = ({ target, isTrusted }: Event) => {
    const control =
      isTrusted && target instanceof Element && target.closest<HTMLElement>('button,a[href],summary')
    if (control && !control.contains(document.activeElement))
      control.focus({ preventScroll: true, focusVisible: false })
  }
  // The capture phase ensures that this runs before any other listener.
  addEventListener('click', focus, true)
}
