import { verifyCounts } from '#database/verify-counts.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { chooseInPostMenu } from './support/post-menu.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage, signInAnotherMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

/** Follows the life of one prompt through the actions of its author, a reader and a visitor in three browsers. */
test('a prompt is improved together, remixed, tried and found, and outlives its author', {
  tag: '@full',
}, async ({ page, context, browser, baseURL }) => {
  test.slow()
  const author = await signInAnotherMember(browser, baseURL)
  const readerName = await signIn(context)
  const visitor = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  const title = generateTitle('Letter')
  const tag = `letter${Date.now().toString(36)}`

  // The author publishes the prompt.
  await openHydratedPage(author.page, '/')
  await author.page.getByRole('button', { name: 'Create Post' }).first().click()
  const create = author.page.getByRole('dialog', { name: 'Create Post' })
  await create.getByLabel('Title').fill(title)
  await create.getByLabel('Description').fill('Writes a letter')
  await create.getByRole('textbox', { name: 'AI Prompt' }).fill('Write a letter to a friend.')
  await create.getByRole('combobox', { name: 'Tags' }).fill(tag)
  await author.page.keyboard.press('Enter')
  await create.getByRole('button', { name: 'Create Post' }).click()
  await expect(author.page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  const { pathname } = new URL(author.page.url())

  // The reader suggests a change, which the author accepts.
  await openHydratedPage(page, pathname)
  await chooseInPostMenu(page, 'Suggest an edit')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Write a short letter to a friend.')
  await page.getByLabel('What does it improve?').fill('Says how long')
  await page.getByRole('button', { name: 'Send suggestion' }).click()
  await expect(page.getByRole('heading', { name: /^Edit suggested by/ })).toBeVisible()
  await openHydratedPage(author.page, new URL(page.url()).pathname)
  await author.page.getByRole('button', { name: 'Accept' }).click()
  await expect(author.page.getByRole('link', { name: 'It became version 2.' })).toBeVisible()

  // The visitor compares the two versions and sees who suggested the second.
  await openHydratedPage(visitor, pathname)
  await visitor.getByRole('link', { name: 'Version 2', exact: true }).click()
  await expect(visitor.getByRole('main').getByRole('listitem').first()).toContainText(readerName)
  await visitor.getByRole('link', { name: 'What changed' }).click()
  await expect(visitor.getByRole('region', { name: 'Prompt' }).locator('ins')).toHaveText(['Added: short'])

  // The reader remixes it and reports how it works with two models.
  await openHydratedPage(page, pathname)
  for (const model of ['Claude', 'ChatGPT']) {
    await chooseInPostMenu(page, 'Did it work?')
    const dialog = page.getByRole('dialog', { name: 'Did it work?' })
    await dialog.getByLabel('Model', { exact: true }).selectOption(model)
    await dialog.getByLabel('Worked', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.getByRole('region', { name: 'Works with' }).getByRole('listitem')).toHaveCount(2)
  await chooseInPostMenu(page, 'Remix')
  const remix = page.getByRole('dialog', { name: 'Create Post' })
  await remix.getByLabel('Title').fill(`${title} in verse`)
  await remix.getByRole('textbox', { name: 'AI Prompt' }).fill('Write a short letter to a friend in verse.')
  await remix.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByRole('article', { name: `${title} in verse` })).toContainText(
    `Based on ${title} by ${author.username}`,
  )
  const remixPath = new URL(page.url()).pathname

  // The reader puts the remix into a public collection and shares it with the author, who adds the original and follows it.
  await chooseInPostMenu(page, 'Add to a collection')
  await page.getByRole('button', { name: 'New collection' }).click()
  const form = page.getByRole('dialog', { name: 'New collection' })
  await form.getByLabel('Name').fill(`${title} and more`)
  await form.getByRole('radio', { name: 'Everyone, on your profile' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('checkbox', { name: `${title} and more` })).toBeChecked()
  await openHydratedPage(page, '/collections')
  await page.getByRole('link', { name: `${title} and more` }).click()
  await page.getByRole('button', { name: 'Editors' }).click()
  const editors = page.getByRole('dialog', { name: 'Editors' })
  await editors.getByLabel('Username').fill(author.username)
  await editors.getByRole('button', { name: 'Invite' }).click()
  await expect(editors.getByRole('listitem')).toContainText('Invited')
  await openHydratedPage(author.page, '/notifications')
  await author.page.getByRole('link', { name: /invites you to edit the collection/ }).click()
  await author.page.getByRole('button', { name: 'Accept' }).click()
  await author.page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(author.page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await openHydratedPage(author.page, pathname)
  await chooseInPostMenu(author.page, 'Add to a collection')
  await author.page.getByRole('checkbox', { name: `${title} and more` }).click()
  await expect(author.page.getByRole('checkbox', { name: `${title} and more` })).toBeChecked()
  await openHydratedPage(author.page, '/')
  await author.page.getByRole('link', { name: 'Following' }).click()
  await expect(author.page.getByRole('feed').getByRole('article')).toHaveCount(2)

  // The visitor reads the collection.
  await openHydratedPage(visitor, `/u/${readerName}?tab=collections`)
  await visitor.getByRole('link', { name: `${title} and more` }).click()
  const collected = visitor.getByRole('list', { name: 'Prompts in this collection' })
  await expect(collected.getByRole('article')).toHaveCount(2)
  const collectionPath = new URL(visitor.url()).pathname

  // The visitor finds the prompt by the model that it works with, and finds both prompts by their tag.
  await openHydratedPage(visitor, `/?q=${encodeURIComponent(`tag:${tag} works:claude`)}`)
  await expect(visitor.getByRole('article')).toHaveCount(1)
  await expect(visitor.getByRole('article', { name: title, exact: true })).toBeVisible()
  await openHydratedPage(visitor, `/tag/${tag}`)
  await expect(visitor.getByRole('feed').getByRole('article')).toHaveCount(2)

  // The author deletes their account: the remix remains, and the reader's counts are correct.
  await openHydratedPage(author.page, '/settings')
  await author.page.getByRole('button', { name: 'Delete account' }).click()
  const leave = author.page.getByRole('dialog')
  await leave.getByLabel(`Type ${author.username} to confirm`).fill(author.username)
  await leave.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(author.page).toHaveURL('/')
  await openHydratedPage(page, remixPath)
  await expect(page.getByRole('article', { name: `${title} in verse` })).toContainText(
    'Based on a deleted prompt',
  )
  await openHydratedPage(visitor, collectionPath)
  await expect(collected.getByRole('article')).toHaveCount(1)
  await openHydratedPage(page, `/u/${readerName}?tab=remixes`)
  await expect(page.getByRole('feed').getByRole('article')).toHaveCount(1)
  const own = await getSiteSql()<{ table: string; id: number }[]>`
    select 'users' as table, id from users where username = ${readerName}
    union all select 'posts', id from posts where title = ${`${title} in verse`}`
  // Only this test's rows are checked, because other tests insert rows without updating the counts.
  const wrong = await verifyCounts(getSiteSql())
  expect(wrong.filter(({ table, id }) => own.some((row) => row.table === table && row.id === id))).toEqual([])
  await author.context.close()
})
