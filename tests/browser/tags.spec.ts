import { getSiteSql, signIn } from './support/members.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

// The test opens the page of an unused tag.
test.use({ expectedErrors: [/404/] })

for (const [width, scheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const)
  test(`tags a prompt with the keyboard and finds it by its tag at ${width} px, ${scheme}`, {
    tag: width === 390 ? [] : '@full',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: scheme })
    await signIn(context)
    const title = generateTitle('Tagged')
    const tag = `tag${Date.now().toString(36)}${width}`
    await openHydratedPage(page, '/')
    await page.getByRole('button', { name: 'Create Post' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create Post' })
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Description').fill('About it')
    await dialog.getByRole('textbox', { name: 'AI Prompt' }).fill(`Say ${title}`)
    const field = dialog.getByRole('combobox', { name: 'Tags' })
    await field.fill('Cover Letter')
    await page.keyboard.press('Enter')
    await field.pressSequentially(`${tag},`)
    const chosen = dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem')
    await expect(chosen).toHaveText(['cover-letter', tag])
    await dialog.getByRole('button', { name: 'Remove tag cover-letter' }).focus()
    await page.keyboard.press('Enter')
    await expect(chosen).toHaveText([tag])
    // Text that has been typed but not confirmed is added when the field loses focus.
    await field.fill('last')
    await field.blur()
    await expect(chosen).toHaveText([tag, 'last'])
    await dialog.getByRole('button', { name: 'Create Post' }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await page
      .getByRole('list', { name: 'Tags' })
      .getByRole('link', { name: `#${tag}` })
      .click()
    await expect(page).toHaveURL(`/tag/${tag}`)
    await expect(page.getByRole('feed').getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('feed')).toContainText(title)
    await openHydratedPage(page, `/tag/${tag.toUpperCase()}`)
    await expect(page).toHaveURL(`/tag/${tag}`)
    await openHydratedPage(page, `/?q=tag:${tag}`)
    await expect(page.getByRole('article', { name: title })).toBeVisible()
    await openHydratedPage(page, '/tag/nobody-uses-this')
    await expect(page.getByRole('heading', { name: 'No posts have this tag' })).toBeVisible()
  })

test('lets an admin rename a tag, whose page then leads to the new one', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context, { isAdmin: true })
  const old = `old${Date.now().toString(36)}`
  const post = await seedPostByMember(null, { title: 'Renamed tag' })
  await getSiteSql()`update posts set tags = ${[old]} where id = ${post.id}`
  await getSiteSql()`insert into tags (name) values (${old})`
  await openHydratedPage(page, `/admin?tab=tags&q=${old}`)
  await page.getByRole('button', { name: `Rename ${old}` }).click()
  const dialog = page.getByRole('dialog', { name: `Rename ${old}` })
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled()
  await dialog.getByLabel('New name').fill(`New ${old}`)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('link', { name: `#new-${old}` })).toBeVisible()
  await openHydratedPage(page, `/tag/${old}`)
  await expect(page).toHaveURL(`/tag/new-${old}`)
  await expect(page.getByRole('feed')).toContainText(post.title)
  await openHydratedPage(page, `/admin?tab=audit&q=${old}`)
  await expect(page.getByText('renamed the tag')).toBeVisible()
})
