import { getSiteSql, signIn } from './support/members.ts'
import { chooseInPostMenu } from './support/post-menu.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

for (const [width, scheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const) {
  test(`says with which model a prompt worked, and finds it by that, at ${width} px, ${scheme}`, {
    tag: width === 390 ? [] : '@full',
  }, async ({ page, context, browser, baseURL }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: scheme })
    await signIn(context)
    const post = await seedPostByMember(null, { title: generateTitle('Tried') })
    await openHydratedPage(page, post.path)
    await chooseInPostMenu(page, 'Did it work?')
    const dialog = page.getByRole('dialog', { name: 'Did it work?' })
    await expect(dialog.getByText('Nobody has said yet how this prompt worked.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
    await dialog.getByLabel('Model', { exact: true }).selectOption('Claude')
    await dialog.getByLabel('Worked', { exact: true }).focus()
    await page.keyboard.press('Space')
    await dialog.getByLabel('Note (optional)').fill('Needs an example')
    await dialog.getByRole('button', { name: 'Send' }).click()
    const worksWith = page.getByRole('region', { name: 'Works with' })
    await expect(worksWith.getByRole('listitem')).toHaveText(['Claude 1 of 1'])

    const other = await signInAnotherMember(browser, baseURL)
    await openHydratedPage(other.page, post.path)
    await chooseInPostMenu(other.page, 'Did it work?')
    const theirs = other.page.getByRole('dialog', { name: 'Did it work?' })
    await expect(theirs.getByRole('list', { name: 'How it worked' })).toContainText('Needs an example')
    await theirs.getByLabel('Model', { exact: true }).selectOption('Claude')
    await theirs.getByLabel("Didn't work").check()
    await theirs.getByRole('button', { name: 'Send' }).click()
    await expect(other.page.getByRole('region', { name: 'Works with' }).getByRole('listitem')).toHaveText([
      'Claude 1 of 2',
    ])
    await other.context.close()

    await openHydratedPage(page, `/?q=${encodeURIComponent(`${post.title} works:claude`)}`)
    await expect(page.getByRole('article', { name: post.title })).toBeVisible()
    await openHydratedPage(page, post.path)
    await chooseInPostMenu(page, 'Did it work?')
    await dialog.getByRole('button', { name: 'Withdraw your report on Claude' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(worksWith.getByRole('listitem')).toHaveText(['Claude 0 of 1'])
  })
}

test('offers no report to visitors and the author', { tag: '@full' }, async ({ page, context }) => {
  const post = await seedPostByMember(null, { title: generateTitle('Asked') })
  await openHydratedPage(page, post.path)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
  const own = await seedPostByMember(await signIn(context), { title: generateTitle('Own') })
  await openHydratedPage(page, own.path)
  await page.getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Add to a collection…',
    'Remix',
    'Download…',
    'Mute…',
    'Edit',
    'Delete',
  ])
})

test('asks whoever has copied a prompt whether it worked, and takes a note later', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(context)
  const post = await seedPostByMember(null, { title: 'Copied' })
  await getSiteSql()`update posts set models = '{claude}' where id = ${post.id}`
  await openHydratedPage(page, post.path)
  await expect(page.getByText('Did it work with Claude?')).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy prompt' }).click()
  const worksWith = page.getByRole('region', { name: 'Works with' })
  await expect(worksWith.getByRole('status')).toContainText('Did it work with Claude?')
  await worksWith.getByRole('button', { name: 'Worked', exact: true }).click()
  await expect(worksWith.getByRole('listitem')).toHaveText(['Claude 1 of 1'])
  await expect(worksWith.getByRole('status')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Did it work?' })
  await dialog.getByLabel('Worked', { exact: true }).check()
  await dialog.getByLabel('Note (optional)').fill('At once')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toHaveCount(0)
  // A later report without a note keeps the existing note.
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Copy prompt' }).click()
  await worksWith.getByRole('button', { name: "Didn't work" }).click()
  await expect(worksWith.getByRole('listitem')).toHaveText(['Claude 0 of 1'])
  await worksWith.getByRole('button', { name: 'Another model…' }).click()
  await expect(dialog.getByRole('list', { name: 'How it worked' })).toContainText('At once')
})
