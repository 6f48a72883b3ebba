import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const CODE = /\/MarkdownParts-/

const seedDescription = async (description: string, mentions: string[] = []) => {
  const post = await seedPostByMember(null)
  await getSiteSql()`
    update posts set description = ${description}, mentions = ${mentions} where id = ${post.id}`
  return post
}

const description = (page: Page) => page.getByRole('main').locator('.markdown').first()

test('a text that the server has rendered needs no parser, and its links lead on without loading a document', async ({
  page,
  context,
}) => {
  const name = await signIn(context)
  const post = await seedDescription(`It is **bold**, says @${name}`, [name])
  const requests: string[] = []
  page.on('request', (request) => {
    if (CODE.test(request.url())) requests.push(request.url())
  })
  await openHydratedPage(page, post.path)
  await page.waitForLoadState('networkidle')
  await expect(description(page).locator('strong')).toHaveText('bold')
  expect(requests).toEqual([])
  const document = await page.evaluateHandle(() => window.document)
  await description(page)
    .getByRole('link', { name: `@${name}` })
    .click()
  await expect(page).toHaveURL(`/u/${name}`)
  expect(await document.evaluate((before) => before === window.document)).toBe(true)
  expect(requests).toHaveLength(1)
})

test.describe('if the parser cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('shows texts as they are written, and tries again with the next page', { tag: '@full' }, async ({
    page,
  }) => {
    const post = await seedDescription('It is **bold**')
    await page.route(CODE, (route) => route.abort())
    await openHydratedPage(page, '/new')
    await page.getByRole('main').getByRole('link', { name: post.title }).click()
    await expect(description(page)).toHaveText('It is **bold**')
    await page.unroute(CODE)
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: post.title }).click()
    await expect(description(page).locator('strong')).toHaveText('bold')
  })
})
