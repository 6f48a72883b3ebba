import type { Page } from '@playwright/test'
import { signIn } from './support/members.ts'
import { chooseInPostMenu } from './support/post-menu.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const go = async (page: Page, path: string): Promise<void> => {
  await openHydratedPage(page, path)
}

const isWideEnough = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth <= 0)

test('lives from the suggestion over a change to the version that credits both', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const author = await signInAnotherMember(browser, baseURL)
  const { id, title } = await seedPostByMember(author.username, { title: 'Trip' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(context)
  await go(page, `/post/${id}`)
  await chooseInPostMenu(page, 'Suggest an edit')
  await expect(page).toHaveURL(`/post/${id}/suggest-edit`)
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page.getByRole('alert')).toContainText('Change at least one of the texts')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  const before = await prompt.inputValue()
  await prompt.fill(`${before} Name the budget.`)
  await page.getByLabel('What does it improve?').fill('Names the budget')
  // A reload keeps the typed text.
  await go(page, `/post/${id}/suggest-edit`)
  await expect(page.getByText('We restored what you wrote before.')).toBeVisible()
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page.getByRole('heading', { name: /^Edit suggested by/ })).toBeVisible()
  const compared = page.getByRole('region', { name: 'Prompt' })
  await expect(compared.locator('ins')).toHaveText(['Added: Name the budget.'])
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  expect(await isWideEnough(page)).toBe(true)
  const { pathname } = new URL(page.url())

  // The author asks for changes.
  await go(author.page, '/notifications')
  await author.page.getByRole('link', { name: `suggested an edit of “${title}”` }).click()
  await expect(author.page).toHaveURL(pathname)
  await author.page.getByRole('button', { name: 'Ask for changes' }).click()
  await author.page.getByLabel('What should change?').fill('Which budget?')
  await author.page.getByRole('dialog').getByRole('button', { name: 'Ask for changes' }).click()
  await expect(author.page.getByText('Changes requested')).toBeVisible()

  // The member revises the suggestion.
  await go(page, '/notifications')
  await page.getByRole('link', { name: `asks for changes of your edit of “${title}”` }).click()
  await expect(page.getByRole('region', { name: 'What the author asks for' })).toContainText('Which budget?')
  await page.getByRole('link', { name: 'Change suggestion' }).click()
  await expect(prompt).toHaveValue(`${before} Name the budget.`)
  await prompt.fill(`${before} Stay under $100.`)
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(compared.locator('ins')).toHaveText(['Added: Stay under $100.'])

  // The author accepts it using the keyboard only.
  await go(author.page, pathname)
  await author.page.getByRole('button', { name: 'Accept' }).focus()
  await author.page.keyboard.press('Enter')
  await expect(author.page.getByRole('link', { name: 'It became version 2.' })).toBeVisible()
  await go(author.page, `/post/${id}/versions`)
  const newest = author.page.getByRole('main').getByRole('listitem').first()
  await expect(newest).toContainText('Suggested by')
  await expect(newest).toContainText('Names the budget')
  await author.context.close()
})

test('tells visitors to sign in, and authors that they can edit their own post', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const { id } = await seedPostByMember(null, { title: 'Trip' })
  await go(page, `/post/${id}/suggested-edits`)
  await expect(page.getByRole('heading', { name: 'No suggested edits yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Suggest an edit' }).click()
  await expect(page.getByText('Sign in to suggest an edit')).toBeVisible()
  const username = await signIn(context)
  const own = await seedPostByMember(username, { title: 'Own' })
  await go(page, `/post/${own.id}/suggest-edit`)
  await expect(page.getByText('This is your post. You can edit it yourself.')).toBeVisible()
})
