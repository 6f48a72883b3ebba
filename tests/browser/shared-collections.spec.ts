import { readFile } from 'node:fs/promises'
import { findSeriousViolations } from './support/axe.ts'
import { signIn } from './support/members.ts'
import { chooseInPostMenu } from './support/post-menu.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

// The test invites an unknown member, which fails with 404.
test.use({ expectedErrors: [/status of 404/] })

test('is edited by two members and followed by a third', async ({ page, context, browser, baseURL }) => {
  test.slow()
  const owner = await signIn(context)
  const editor = await signInAnotherMember(browser, baseURL)
  const follower = await signInAnotherMember(browser, baseURL)
  const first = await seedPostByMember(owner, { title: 'Outline' })
  const second = await seedPostByMember(editor.username, { title: 'Draft' })

  await openHydratedPage(page, first.path)
  await chooseInPostMenu(page, 'Add to a collection')
  await page.getByRole('button', { name: 'New collection' }).click()
  const form = page.getByRole('dialog', { name: 'New collection' })
  await form.getByLabel('Name').fill('Writing together')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('checkbox', { name: /Writing together/ })).toBeChecked()
  await openHydratedPage(page, '/collections')
  await page.getByRole('link', { name: 'Writing together' }).click()
  await page.getByRole('button', { name: 'Editors' }).click()
  const editors = page.getByRole('dialog', { name: 'Editors' })
  await expect(editors.getByText('Nobody else edits this collection yet.')).toBeVisible()
  await editors.getByLabel('Username').fill('nobodyatall')
  await editors.getByRole('button', { name: 'Invite' }).click()
  await expect(editors.getByText('User not found')).toBeVisible()
  await editors.getByLabel('Username').fill(`@${editor.username}`)
  await editors.getByRole('button', { name: 'Invite' }).click()
  await expect(editors.getByRole('listitem')).toContainText('Invited')
  await page.keyboard.press('Escape')

  // The invited member receives a notification, accepts, and adds a prompt to the private collection.
  await openHydratedPage(editor.page, '/notifications')
  await editor.page
    .getByRole('link', { name: /invites you to edit the collection “Writing together”/ })
    .click()
  await editor.page.getByRole('button', { name: 'Accept' }).click()
  await expect(editor.page.getByRole('button', { name: 'Stop editing' })).toBeVisible()
  expect(await findSeriousViolations(editor.page)).toEqual([])
  await openHydratedPage(editor.page, second.path)
  await chooseInPostMenu(editor.page, 'Add to a collection')
  await editor.page.getByRole('checkbox', { name: /Writing together/ }).click()
  await expect(editor.page.getByRole('checkbox', { name: /Writing together/ })).toBeChecked()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit collection' })
  await edit.getByRole('radio', { name: 'Everyone, on your profile' }).check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText('2 prompts')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`by ${owner} with ${editor.username}`)

  // Another member follows the collection and finds its prompts in their feed.
  await openHydratedPage(follower.page, new URL(page.url()).pathname)
  await follower.page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(follower.page.getByRole('button', { name: 'Unfollow' })).toBeVisible()
  await expect(follower.page.getByText('1 follower')).toBeVisible()
  await openHydratedPage(follower.page, '/')
  await follower.page.getByRole('link', { name: 'Following' }).click()
  await expect(follower.page.getByRole('feed').getByRole('article')).toHaveCount(2)
  await openHydratedPage(follower.page, '/collections')
  await follower.page
    .getByRole('list', { name: 'Collections you follow' })
    .getByRole('link', { name: 'Writing together' })
    .click()
  const download = follower.page.waitForEvent('download')
  await follower.page.getByRole('button', { name: 'More ways to use the collection' }).click()
  await follower.page.getByRole('menuitem', { name: 'Download as Markdown' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('writing-together.md')
  expect(await readFile(await file.path(), 'utf8')).toContain(`## ${second.title}`)
  await follower.page.getByRole('button', { name: 'Unfollow' }).click()
  await expect(follower.page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()

  // The editor leaves the collection; the prompts that they added remain.
  await editor.page.reload()
  await openHydratedPage(editor.page, new URL(page.url()).pathname)
  await editor.page.getByRole('button', { name: 'Stop editing' }).click()
  await editor.page.getByRole('dialog').getByRole('button', { name: 'Stop editing' }).click()
  await expect(editor.page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await expect(editor.page.getByText('2 prompts')).toBeVisible()
  for (const member of [editor, follower]) await member.context.close()
})

test('asks visitors who follow to sign in', { tag: '@full' }, async ({ page, context }) => {
  const owner = await signIn(context)
  const post = await seedPostByMember(owner, { title: 'Public' })
  const headers = { origin: process.env.SITE_URL ?? '' }
  const data = { title: 'For all', visibility: 'public', postId: post.id }
  const { id } = await (await page.request.post('/api/collections', { headers, data })).json()
  await context.clearCookies()
  await openHydratedPage(page, `/c/${id}/for-all`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText(/Sign in/)
})
