import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Returns a builder whose analysis takes a third of the usual time. It does not describe elements that pass. Legacy mode
 * opens no second page to collect the results; it cannot analyze frames from other sites, but no page has any.
 */
export const createAxe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)

type Violations = [rule: string, elements: string[]][]

/**
 * Returns the serious axe violations in the page or a part of it: each rule and the elements that break it.
 */
export const findSeriousViolations = async (page: Page, part?: string): Promise<Violations> => {
  const axe = createAxe(page)
  return seriousOf(page, part ? axe.include(part) : axe)
}

/**
 * Runs all checks of the page or a part of it in the light theme, and only the contrast check in the dark one; leaves
 * the page in the light theme.
 */
export const findViolationsInBothThemes = async (page: Page, part?: string) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const contrast = createAxe(page).withRules(['color-contrast'])
  const dark = await seriousOf(page, part ? contrast.include(part) : contrast)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return { dark, light: await findSeriousViolations(page, part) }
}

export const NO_VIOLATIONS = { dark: [], light: [] }

const seriousOf = async (page: Page, axe: AxeBuilder): Promise<Violations> => {
  await waitForAnimations(page)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/**
 * Waits until the page's colours are stable. During a theme transition, text has an intermediate colour, and one
 * transition may start the next (an inherited colour changes when the parent's does), so this waits for two frames
 * without a running animation. It ignores infinite animations, such as a skeleton's shimmer.
 */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    for (let still = 0; still < 2; still = isMoving() ? 0 : still + 1) await frame()
  })
