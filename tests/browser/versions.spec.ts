import type { Page } from '@playwright/test'
import { getSiteSql, signIn } from './support/members.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const PROMPT = `Act as a travel guide.\n\n${'Rule: be honest about prices. '.repeat(60)}\n\nAnswer in \${language:English}.\nEnd with a question.`
const EDITED = PROMPT.replace('a travel guide', 'an old travel guide').replace(
  'End with a question.',
  'Stop there.',
)

/** Publishes a post as the signed-in member and edits it once. */
const anEditedPost = async (page: Page, more: object = {}) => {
  const title = generateTitle('Guide')
  const headers = { origin: process.env.SITE_URL ?? '' }
  const data = { title, description: 'What it does', prompt: PROMPT, type: 'Text', ...more }
  const { id } = await (await page.request.post('/api/posts', { headers, data })).json()
  await page.request.patch(`/api/posts/${id}`, {
    headers,
    data: { prompt: EDITED, models: ['claude'], note: 'Shorter ending' },
  })
  return { id: Number(id), title }
}

const go = async (page: Page, path: string): Promise<void> => {
  await openHydratedPage(page, path)
}

for (const [width, scheme] of [
  [390, 'dark'],
  [1280, 'light'],
] as const) {
  test(`leads from a post to its versions and what changed at ${width} px, ${scheme}`, {
    tag: '@full',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: scheme })
    await signIn(context)
    const { id, title } = await anEditedPost(page)
    await go(page, `/post/${id}`)
    await page.getByRole('link', { name: 'Version 2', exact: true }).click()
    await expect(page).toHaveURL(`/post/${id}/versions`)
    const rows = page.getByRole('list', { name: `Versions of “${title}”` }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Shorter ending')
    await expect(rows.first()).toContainText('Changed: prompt, models')
    await rows.first().getByRole('link', { name: 'What changed' }).click()
    await expect(page).toHaveURL(`/post/${id}/versions?compare=1..2`)
    const prompt = page.getByRole('region', { name: 'Prompt' })
    await expect(prompt.locator('del')).toHaveText(['Removed: a', 'Removed: End with a question.'])
    await expect(prompt.locator('ins')).toHaveText(['Added: an old', 'Added: Stop there.'])
    await prompt.getByText('unchanged characters').click()
    await expect(prompt.getByRole('group')).toContainText('Rule: be honest about prices.')
    await expect(page.getByRole('region', { name: 'Models' }).locator('ins')).toHaveText(['Added: Claude'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await page.getByRole('link', { name: 'Side by side' }).click()
    await expect(page).toHaveURL(`/post/${id}/versions?compare=1..2&view=split`)
    await expect(prompt.locator('del')).toHaveCount(2)
    await page.getByLabel('From version').selectOption('2')
    await expect(page).toHaveURL(`/post/${id}/versions?compare=2..2&view=split`)
    await expect(page.getByText('These two versions say the same.')).toBeVisible()
  })
}

test('restores a version with one click, and deletes one for good, with the keyboard alone', async ({
  page,
  context,
}) => {
  await signIn(context)
  const { id, title } = await anEditedPost(page)
  await go(page, `/post/${id}/v/1`)
  await expect(page.getByText('This is version 1 of 2.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Prompt' })).toContainText('End with a question.')
  await page.getByRole('button', { name: 'Restore Version 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Restored version 1')).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Prompt' })).toContainText('End with a question.')
  await page.getByRole('link', { name: 'Version 3', exact: true }).click()
  const rows = page.getByRole('list', { name: /^Versions of/ }).getByRole('listitem')
  await expect(rows.first()).toContainText('Restored version 1')
  await page.getByRole('button', { name: 'Delete Version 2' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete version 2?' })
  await expect(dialog).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  expect((await page.request.get(`/api/posts/${id}/versions/2`)).status()).toBe(404)
})

test('writes a note in the edit form and shows the new version at once', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const { id } = await anEditedPost(page)
  await getSiteSql()`update post_versions set created_at = created_at - interval '11 minutes' where post_id = ${id}`
  await go(page, `/post/${id}`)
  await page.getByRole('article').first().getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await dialog.getByLabel('Title').fill('A better title')
  await dialog.getByLabel('What changed (optional)').fill('Says more')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('link', { name: 'Version 3', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Versions of “A better title”' })).toContainText('Says more')
})

test('says which version a comment was written for', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const { id } = await anEditedPost(page)
  const headers = { origin: process.env.SITE_URL ?? '' }
  await page.request.post('/api/comments', { headers, data: { postId: id, content: 'The ending is good' } })
  await getSiteSql()`update post_versions set created_at = created_at - interval '11 minutes' where post_id = ${id}`
  await go(page, `/post/${id}`)
  await expect(page.getByText('on version')).toHaveCount(0)
  await page.request.patch(`/api/posts/${id}`, { headers, data: { description: 'Other' } })
  await go(page, `/post/${id}`)
  await page.getByRole('link', { name: 'on version 2' }).click()
  await expect(page).toHaveURL(`/post/${id}/v/2`)
})

test('leads nobody to versions who has only the link of a private post', { tag: '@full' }, async ({
  page,
  browser,
  context,
}) => {
  await signIn(context)
  const { id, title } = await anEditedPost(page, { isPrivate: true })
  const { privateId } = await (await page.request.get(`/api/posts/${id}`)).json()
  await go(page, `/private/${privateId}`)
  await expect(page.getByRole('link', { name: 'Version 2', exact: true })).toBeVisible()
  const visitor = await browser.newPage({ baseURL: process.env.SITE_URL ?? '' })
  await go(visitor, `/private/${privateId}`)
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Version 2', exact: true })).toHaveCount(0)
  expect((await visitor.goto(`/post/${id}/versions`))?.status()).toBe(404)
  await visitor.close()
})

test('shows visitors the beginnings, also without JavaScript', { tag: '@full' }, async ({
  page,
  browser,
  context,
}) => {
  await signIn(context)
  const { id } = await anEditedPost(page)
  const visitor = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SITE_URL ?? '' })
  const visit = await visitor.newPage()
  await visit.goto(`/post/${id}/versions?compare=1..2`)
  await expect(visit.getByText('You see the beginning of each prompt.')).toBeVisible()
  await expect(visit.getByRole('region', { name: 'Prompt' }).locator('ins')).toHaveText(['Added: an old'])
  await expect(visit.getByText('Stop there.')).toHaveCount(0)
  await visit.goto(`/post/${id}/v/1`)
  await expect(visit.getByText('This is version 1 of 2.')).toBeVisible()
  await expect(visit.getByText('End with a question.')).toHaveCount(0)
  expect((await visit.goto(`/post/${id}/v/9`))?.status()).toBe(404)
  await visitor.close()
})
