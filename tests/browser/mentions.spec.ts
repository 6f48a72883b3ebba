import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test('a name is suggested by keyboard, becomes a link, and its owner is notified until they switch it off', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const ann = await signIn(context)
  const ben = await signInAnotherMember(browser, baseURL)
  const post = await seedPostByMember(ann, { title: 'Worth naming' })
  await openHydratedPage(ben.page, '/settings')
  const mentions = ben.page.getByRole('switch', { name: 'Mentions', exact: true })
  await expect(mentions).toBeChecked()
  const bell = ben.page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

  await openHydratedPage(page, post.path)
  const field = page.getByLabel('Write a comment')
  await field.click()
  await page.keyboard.type(`Look at this @${ben.username.slice(0, 10)}`)
  const list = page.getByRole('listbox', { name: 'Members to mention' })
  await expect(list.getByRole('option', { name: ben.username })).toBeVisible()
  expect(await findSeriousViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(`Look at this @${ben.username} `)
  await page.keyboard.press('Control+Enter')
  const link = page.getByRole('link', { name: `@${ben.username}` })
  await expect(link).toHaveAttribute('href', `/u/${ben.username}`)

  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  const saved = ben.page.waitForResponse('**/api/notifications/settings/mention')
  await mentions.press('Space')
  expect((await saved).status()).toBe(200)
  await ben.page.reload()
  await waitForHydration(ben.page)
  await expect(mentions).not.toBeChecked()
  await bell.click()
  const line = ben.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(line).toContainText(`${ann} mentioned you in a comment on “${post.title}”`)
  await line.getByRole('link').click()
  await expect(ben.page).toHaveURL(/\/comment\/\d+$/)
  await expect(ben.page.getByText('Look at this')).toBeInViewport()

  await field.fill(`Once more, @${ben.username}`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(link).toHaveCount(2)
  const rows = await getSiteSql()`
    select from notifications n join users u on u.id = n.user_id where u.username = ${ben.username}`
  expect(rows).toHaveLength(1)
  await ben.context.close()
})

test('a description suggests names within the dialog, whose Escape closes the list first', {
  tag: '@full',
}, async ({ page, context, browser, baseURL }) => {
  await signIn(context)
  const ben = await signInAnotherMember(browser, baseURL)
  await ben.context.close()
  await openHydratedPage(page, '/')
  await page.getByRole('button', { name: 'Create Post' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  const field = dialog.getByLabel('Description')
  await field.click()
  await page.keyboard.type(`By @${ben.username.slice(0, 12)}`)
  const option = dialog.getByRole('option', { name: ben.username })
  await expect(option).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.type(` and @${ben.username.slice(0, 12)}`)
  await option.click()
  await expect(field).toHaveValue(`By @${ben.username.slice(0, 12)} and @${ben.username} `)
  await page.keyboard.press('Control+z')
  await expect(field).toHaveValue(`By @${ben.username.slice(0, 12)} and @${ben.username.slice(0, 12)}`)
})
