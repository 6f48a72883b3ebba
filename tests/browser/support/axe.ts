import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Violations = [rule: string, elements: string[]][]

/** What would keep somebody out, in the page or a part of it: the rule and the elements that break it. */
export const seriousViolations = async (page: Page, part?: string): Promise<Violations> => {
  const axe = new AxeBuilder({ page })
  return seriousOf(page, part ? axe.include(part) : axe)
}

/** In the light theme, and in the dark one, where only the colours can be at fault; the page is left in the light. */
export const violationsInBothThemes = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await seriousOf(page, new AxeBuilder({ page }).withRules(['color-contrast']))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return { dark, light: await seriousViolations(page) }
}

export const NONE = { dark: [], light: [] }

const seriousOf = async (page: Page, axe: AxeBuilder): Promise<Violations> => {
  await atRest(page)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/**
 * In the middle of a change of theme a text has a colour that it will not keep. One transition may start the next (a
 * colour that is inherited changes with its parent's), so it takes two drawn frames in which nothing runs. What never
 * ends, such as a skeleton's shimmer, is not waited for.
 */
const atRest = (page: Page) =>
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
