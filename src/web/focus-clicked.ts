/**
 * Gives a button or a link the focus that a click gives it everywhere but in Safari, so that dialogs and menus know whom
 * to give it back to. Not to what a script clicks.
 */
export const focusClicked = (): void => {
  const focus = ({ target, isTrusted }: Event) => {
    const control =
      isTrusted && target instanceof Element && target.closest<HTMLElement>('button,a[href],summary')
    if (control && !control.contains(document.activeElement))
      control.focus({ preventScroll: true, focusVisible: false })
  }
  // Before anything else that hears the click.
  addEventListener('click', focus, true)
}
