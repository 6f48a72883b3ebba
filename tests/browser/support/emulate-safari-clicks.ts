import type { Page } from '@playwright/test'

/** Makes a click on a button or link focus its container instead, as in Safari. Takes effect on the next page load. */
export const emulateSafariClicks = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const UNMOVED = 'button,a[href]:not([tabindex])'
    const FOCUSED = `input,textarea,select,summary,[tabindex]:not(${UNMOVED})`
    addEventListener('mousedown', (event) => {
      const { target, defaultPrevented } = event
      if (defaultPrevented || !(target instanceof Element)) return
      if (!target.closest(`${FOCUSED},${UNMOVED}`)?.matches(UNMOVED)) return
      event.preventDefault()
      const around = target.closest<HTMLElement>(FOCUSED)
      if (around) around.focus({ preventScroll: true })
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
  })
}
