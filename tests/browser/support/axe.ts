import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What would keep somebody out: the rule and the elements that break it. */
export const seriousViolations = async (axe: AxeBuilder): Promise<[rule: string, elements: string[]][]> => {
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** In the light theme, and in the dark one, where only the colours can be at fault; the page is left in the light. */
export const violationsInBothThemes = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await seriousViolations(new AxeBuilder({ page }).withRules(['color-contrast']))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await seriousViolations(new AxeBuilder({ page }))
  return { dark, light }
}

export const NONE = { dark: [], light: [] }
