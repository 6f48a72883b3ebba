/**
 * Focuses a clicked button or link. Safari, unlike other browsers, does not, and then dialogs and menus
 * cannot return the focus to what opened them. Clicks made by scripts are ignored.
 */
export const focusOnClick = (): void => {
  const focus = ({ target, isTrusted }: Event) => {
    const control =
      isTrusted && target instanceof Element && target.closest<HTMLElement>('button,a[href],summary')
    if (control && !control.contains(document.activeElement))
      control.focus({ preventScroll: true, focusVisible: false })
  }
  // In the capture phase, before any other listener.
  addEventListener('click', focus, true)
}
