import type { Page } from '@playwright/test'
import { type PageName, pages } from '#core/pages.ts'
import { translatePage } from '../components/translate-page.ts'
import { seedSidebarTopics, setSession } from './support/members.ts'
import { createPageContent, type PageContent } from './support/page-content.ts'
import { pathOf, type Visit, visitsOf } from './support/page-visits.ts'
import { expect, test, waitForAnimationFrames, waitForHydration } from './support/test.ts'

let content: PageContent
test.beforeAll(async () => {
  await seedSidebarTopics()
  content = await createPageContent()
})

/** What is sent with what has been typed may be refused; the page must survive that as well. */
const REFUSED = /^Failed to load resource/

/** What leaves the page or ends the visit. */
const LEAVES = /sign out|log ?in|sign in|download|new tab|open in/i

const translate = (page: Page) => page.evaluate(`(${translatePage.toString()})(document.body)`)

/** Puts the texts back, as a browser does when the reader wants to see the original. */
const showOriginal = (page: Page) =>
  page.evaluate(() => {
    for (const font of document.querySelectorAll('body font'))
      if (font.isConnected && font.parentElement?.tagName !== 'FONT')
        font.replaceWith(document.createTextNode(font.textContent))
  })

/** Presses what can be pressed by this position among all such elements, and types into fields. Returns false after the last. */
const pressOne = (page: Page, index: number): Promise<string | null> =>
  page.evaluate(
    ([position, pattern]) => {
      const found = [
        ...document.querySelectorAll<HTMLElement>(
          'button:enabled, summary, input:enabled, textarea:enabled, select:enabled, [role=tab]',
        ),
      ].filter((element) => element.checkVisibility({ visibilityProperty: true }))
      const element = found[position]
      if (!element) return null
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      if (new RegExp(pattern, 'i').test(name) || element.matches('[type=file]')) return name
      const field = element.matches(
        'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=hidden])',
      )
      element.focus()
      if (field) document.execCommand('insertText', false, 'a')
      else element.click()
      return name
    },
    [index, LEAVES.source] as const,
  )

/** Translates what the press has shown, closes what can be closed, and puts the texts back. */
const showOriginalAgain = async (page: Page): Promise<true> => {
  await waitForAnimationFrames(page)
  await translate(page)
  await page.keyboard.press('Escape')
  await showOriginal(page)
  await waitForAnimationFrames(page)
  return true
}

/** The controls of a page that are pressed: long lists repeat theirs. */
const MAX_PRESSES = 40

const pressEverything = async (page: Page, name: PageName, visit: Visit): Promise<void> => {
  const { viewer = 'visitor' } = visit
  await page.context().clearCookies()
  if (viewer !== 'visitor') await setSession(page.context(), content.sessions[viewer])
  const path = pathOf(name, visit, content)
  const open = async () => {
    // A form without a script may still be opening its page, which interrupts this.
    await expect(() => page.goto(path)).toPass({ timeout: 20_000 })
    await waitForHydration(page)
  }
  await open()
  const start = page.url()
  for (let index = 0; index < MAX_PRESSES; index += 1) {
    await translate(page)
    const pressed = await pressOne(page, index)
    if (pressed === null) break
    const isOnPage = await showOriginalAgain(page).catch(() => false)
    if (!isOnPage) {
      // A form without a script has opened its page.
      await open()
      continue
    }
    expect.soft(await page.getByText('Something went wrong').count(), `after “${pressed}” at ${path}`).toBe(0)
    if (page.url() !== start || (await page.getByRole('dialog').count()) > 0) await open()
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
}

for (const name of Object.keys(pages) as PageName[])
  test.describe(() => {
    const visits = visitsOf(name).filter(({ leavesByItself }) => !leavesByItself)
    const expected = [REFUSED, ...visits.flatMap(({ expectedErrors = [] }) => expectedErrors)]
    test.use({ expectedErrors: [new RegExp(expected.map(({ source }) => source).join('|'))] })

    test(`everything on the page ${name} can be pressed when it is translated`, {
      tag: '@full',
    }, async ({ page }) => {
      test.setTimeout(180_000)
      for (const visit of visits)
        await test.step(pathOf(name, visit, content), () => pressEverything(page, name, visit))
    })
  })
