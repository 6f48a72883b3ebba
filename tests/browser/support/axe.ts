import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The serious violations: each rule with the elements that break it. */
type Violations = [rule: string, elements: string[]][]

/**
 * Returns the serious axe violations in the page or in the parts of it that match a selector, by all rules or by these.
 * Frames are not analyzed.
 */
export const findSeriousViolations = async (
  page: Page,
  part?: string,
  rules?: readonly string[],
): Promise<Violations> => {
  await waitForAnimations(page)
  const violations = await analyze(page, part, rules)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ rule, elements }) => [rule, elements])
}

/** Returns the elements of the page that break one of these rules, however serious that is. */
export const listViolatingElements = async (page: Page, rules: readonly string[]): Promise<string[]> =>
  (await analyze(page, undefined, rules)).flatMap(({ elements }) => elements)

/**
 * Runs all checks of the page or a part of it in the light theme, and only the contrast check in the dark one; leaves
 * the page in the light theme.
 */
export const findViolationsInBothThemes = async (page: Page, part?: string) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await findSeriousViolations(page, part, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return { dark, light: await findSeriousViolations(page, part) }
}

export const NO_VIOLATIONS = { dark: [], light: [] }

/**
 * Runs axe in the page, and loads it there before the first analysis. Elements that pass are left out, because describing
 * them would take most of the time.
 */
const analyze = async (page: Page, part?: string, rules?: readonly string[]) => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ part, rules }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part ?? document, {
        resultTypes: ['violations'],
        iframes: false,
        ...(rules && { runOnly: [...rules] }),
      })
      return violations.map(({ id, impact, nodes }) => ({
        rule: id,
        impact,
        elements: nodes.map(({ html }) => html),
      }))
    },
    { part, rules },
  )
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
