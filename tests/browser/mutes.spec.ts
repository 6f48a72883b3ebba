import type { Page } from '@playwright/test'
import { createMemberSession, setSession } from './support/members.ts'
import { generateTitle } from './support/posts.ts'
import { openAsMember, openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/404 \(Not Found\)/] })

const chooseInCardMenu = async (page: Page, title: string, item: string) => {
  const card = page.getByRole('article', { name: title })
  await card.getByRole('button', { name: /^(More|Post options)$/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a member mutes and blocks others where they meet them, and takes it back', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [me, author, blocked] = [
    await createMemberSession(),
    await createMemberSession(),
    await createMemberSession(),
  ]
  const post = await seedPostByMember(author.username, { title: generateTitle('Noise') })
  await setSession(context, me.token)

  await test.step('mutes the author of a post from its menu, and takes it back', async () => {
    await openHydratedPage(page, '/new')
    await chooseInCardMenu(page, post.title, 'Mute…')
    const dialog = page.getByRole('dialog', { name: 'Mute' })
    await dialog.getByRole('button', { name: `Mute ${author.username}` }).click()
    await expect(page.getByText(`Muted ${author.username}`, { exact: true })).toBeVisible()
    await expect(page.getByRole('article', { name: post.title })).toBeHidden()
    await dialog.getByRole('button', { name: `Unmute ${author.username}` }).click()
    await expect(page.getByText(`Unmuted ${author.username}`, { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Mute Notifications about this post' }).click()
    await expect(dialog.getByRole('button', { name: 'Unmute Notifications about this post' })).toBeVisible()
    await dialog.getByRole('button', { name: `Mute ${author.username}` }).click()
    await dialog.getByRole('link', { name: 'Everything you have muted' }).click()
  })

  await test.step('finds it in the settings, and sees the post again afterwards', async () => {
    const muted = page.getByRole('list', { name: 'Muted', exact: true })
    await expect(muted.getByText(author.username)).toBeInViewport()
    await muted.getByRole('button', { name: `Unmute ${author.username}` }).press('Enter')
    await expect(page.getByText('You have muted nothing.')).toBeVisible()
    await openHydratedPage(page, '/new')
    await expect(page.getByRole('article', { name: post.title })).toBeVisible()
  })

  await test.step('blocks another on the profile, who then finds nothing', async () => {
    const mine = await seedPostByMember(me.username, { title: generateTitle('Peace') })
    await openHydratedPage(page, `/u/${blocked.username}`)
    await page.getByRole('button', { name: `More about ${blocked.username}` }).click()
    await page.getByRole('menuitem', { name: `Block ${blocked.username}` }).click()
    const block = page.getByRole('dialog').getByRole('button', { name: 'Block' })
    // Red is for what deletes; a block can be undone.
    await expect(block).toHaveClass(/button-primary/)
    await block.click()
    await expect(
      page.getByRole('list', { name: 'Blocked members' }).getByText(blocked.username),
    ).toBeInViewport()
    const theirs = await openAsMember(browser, baseURL, blocked)
    expect((await theirs.goto(mine.path))?.status()).toBe(404)
    await expect(theirs.getByText(mine.title)).toBeHidden()
    await theirs.context().close()
  })

  await test.step('unblocks them in the settings', async () => {
    await page.getByRole('button', { name: `Unblock ${blocked.username}` }).click()
    await expect(page.getByText('You have blocked nobody.')).toBeVisible()
  })
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the settings of mutes work with the keyboard at ${width} px in ${colorScheme}`, {
      tag: '@full',
    }, async ({ page, context }) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      const member = await createMemberSession()
      await setSession(context, member.token)
      await openHydratedPage(page, '/settings#muted')
      const section = page.getByRole('region', { name: 'Muted and blocked' })
      await expect(section.getByText('You have muted nothing.')).toBeVisible()
      await section.getByLabel('Word or phrase').fill('Casino')
      await section.getByLabel('Word or phrase').press('Enter')
      await expect(section.getByText('casino')).toBeVisible()
      await section.getByLabel('What to mute').selectOption('Model')
      await section.getByRole('combobox', { name: 'Model', exact: true }).selectOption('Claude')
      await section.getByRole('button', { name: 'Mute', exact: true }).press('Enter')
      await expect(section.getByRole('button', { name: 'Unmute Claude' })).toBeVisible()
      await section.getByLabel('Member to block').fill('nobody-there')
      await section.getByLabel('Member to block').press('Enter')
      await expect(section.getByText(/There is no such member/)).toBeVisible()
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
    })
