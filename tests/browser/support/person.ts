import type { Locator, Page } from '@playwright/test'
import type { createPngFile } from './posts.ts'
import { expect } from './test.ts'

/** The number of actions on the shortest path that any interface to the same site could offer. */
type Best = { wide: number; phone: number }

/**
 * Counts the actions of a person who uses the page by mouse or touch. An action is a click or tap, a field that is filled
 * in, or a key press; scrolling does not count.
 */
export const aPerson = (page: Page, isPhone: boolean) => {
  let actions = 0
  const press = async (target: Locator) => {
    actions += 1
    await (isPhone ? target.tap() : target.click())
  }
  return {
    press,
    fill: async (field: Locator, text: string) => {
      actions += 1
      await field.fill(text)
    },
    key: async (key: string) => {
      actions += 1
      await page.keyboard.press(key)
    },
    /** Clicks a button that opens the system's file dialog, and chooses a file there. */
    choose: async (button: Locator, file: Awaited<ReturnType<typeof createPngFile>>) => {
      const dialog = page.waitForEvent('filechooser')
      await press(button)
      actions += 1
      await (await dialog).setFiles(file)
    },
    /** Clicks an element in the sidebar, which is behind a menu button on phones. */
    pressInSidebar: async (role: 'link' | 'button', name: string) => {
      if (isPhone) await press(page.getByRole('button', { name: 'Open menu' }))
      const sidebar = isPhone ? page.getByRole('dialog') : page
      await press(sidebar.getByRole(role, { name }))
    },
    hasNeededAtMost: (best: Best) => {
      expect(actions, 'actions').toBeLessThanOrEqual((isPhone ? best.phone : best.wide) + 1)
    },
  }
}

/** A phone and a wide screen. */
export const sizes = [
  { name: 'a phone', viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: 'a wide screen', viewport: { width: 1440, height: 900 }, hasTouch: false },
]
