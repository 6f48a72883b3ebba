import type { Locator, Page } from '@playwright/test'
import { createTestImage, toDataUrl } from '../support/samples.ts'
import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import {
  chooseFiles,
  chooseOption,
  createPngFile,
  findStoredPosts,
  generateTitle,
  getChosenFiles,
  PROMPT,
  submitPostDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

/** Creates a post through the API as the signed-in member. */
const aPost = async (page: Page, more: object = {}) => {
  const title = generateTitle('My own')
  const answer = await page.request.post('/api/posts', {
    headers: { origin: process.env.SITE_URL ?? '' },
    data: { title, description: 'What it does', prompt: PROMPT, type: 'Text', ...more },
  })
  expect(answer.status()).toBe(200)
  return { title, id: Number((await answer.json()).id) }
}

const cardOf = (page: Page, title: string): Locator => page.getByRole('article', { name: title })

const option = async (card: Locator, name: 'Edit' | 'Delete'): Promise<void> => {
  await card.getByRole('button', { name: 'Post options' }).click()
  await card.page().getByRole('menuitem', { name }).click()
}

const openEdit = async (page: Page, title: string): Promise<Locator> => {
  await option(cardOf(page, title), 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await expect(dialog.getByLabel('Title')).toBeVisible()
  return dialog
}

const go = async (page: Page, path: string): Promise<void> => {
  await openHydratedPage(page, path)
}

for (const [width, scheme] of [
  [375, 'light'],
  [1280, 'dark'],
] as const) {
  test(`edits every field of a post from its card at ${width} px, ${scheme}`, {
    tag: width === 375 ? [] : '@full',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    const username = await signIn(context)
    const prompt = `Begin. ${'A long prompt. '.repeat(200)}The end.`
    const files = [60, 70].map((side) => createTestImage(side, 40).png().toBuffer())
    const exampleFiles = (await Promise.all(files)).map((bytes) => toDataUrl(bytes))
    const { title } = await aPost(page, { prompt, exampleFiles, models: ['claude', 'grok'] })
    await go(page, `/u/${username}`)
    const dialog = await openEdit(page, title)
    await expect(dialog.getByLabel('AI Prompt')).toHaveValue(prompt)
    await expect(dialog.getByLabel('Topic')).toHaveAttribute('readonly')
    await expect(getChosenFiles(dialog)).toHaveCount(2)
    expect(await findSeriousViolations(page, '[role=dialog]')).toEqual([])
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    const changed = `${title} anew`
    await dialog.getByLabel('Title').fill(changed)
    await dialog.getByRole('button', { name: 'Move File 2 earlier' }).click()
    await chooseFiles(dialog, [await createPngFile('new.png', 80, 40)])
    await expect(getChosenFiles(dialog)).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Remove File 1' }).click()
    await submitPostDialog(dialog)
    await expect(page.getByText('Post updated successfully', { exact: true })).toBeVisible()
    await expect(cardOf(page, changed)).toBeVisible()
    await expect(cardOf(page, changed).getByRole('button', { name: 'Post options' })).toBeFocused()
    const [post] = await findStoredPosts(changed)
    expect(post).toMatchObject({ prompt, models: ['claude', 'grok'] })
    expect(post?.exampleFiles).toEqual([expect.stringMatching(/70x40/), expect.stringMatching(/80x40/)])
  })
}

test('requires its fields, limits the choice to one model and shows the change immediately', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context)
  const { title, id } = await aPost(page, { models: ['claude', 'grok'] })
  await go(page, `/post/${id}`)
  const dialog = await openEdit(page, title)
  for (const name of ['Title', 'Description', 'AI Prompt']) await dialog.getByLabel(name).fill(' ')
  await submitPostDialog(dialog)
  for (const message of ['Title is required', 'Description is required', 'AI prompt is required'])
    await expect(dialog.getByText(message)).toBeVisible()
  for (const name of ['Title', 'Description', 'AI Prompt'])
    await dialog.getByLabel(name).fill(`New ${name} ${title}`)
  await expect(dialog.getByText(/^Choosing a model here/)).toBeVisible()
  await chooseOption(dialog, 'AI Model', 'Gemini')
  await chooseOption(dialog, 'AI Model', 'Mistral')
  await expect(dialog.getByRole('combobox', { name: 'AI Model' })).toHaveValue('Mistral')
  await submitPostDialog(dialog)
  await expect(page.getByRole('heading', { level: 1, name: `New Title ${title}` })).toBeVisible()
  await expect(page.getByRole('article').first().locator('pre')).toHaveText(`New AI Prompt ${title}`)
  expect(await findStoredPosts(`New Title ${title}`)).toMatchObject([{ models: ['mistral'] }])
})

test.describe('an edit that fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of (403|500)/] })

  test('is reported and kept across a reload until it is saved or discarded', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    const username = await signIn(context)
    const { title, id } = await aPost(page)
    await go(page, `/post/${id}`)
    const dialog = await openEdit(page, title)
    await dialog.getByLabel('AI Prompt').fill('Do it with care.')
    await chooseFiles(dialog, [await createPngFile('kept.png')])
    await expect(getChosenFiles(dialog)).toHaveCount(1)
    await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
    await page.route('**/api/posts/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await submitPostDialog(dialog)
    await expect(page.getByText('Failed to update post', { exact: true })).toBeVisible()
    await expect(
      dialog.getByText("We couldn't reach the site. Check your connection and try again."),
    ).toBeVisible()
    // The toast has already announced the error, so the dialog must not announce it again.
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await page.unroute('**/api/posts/*')
    await page.reload()
    await waitForHydration(page)
    await openEdit(page, title)
    await expect(dialog.getByText('Draft restored')).toBeVisible()
    await expect(dialog.getByLabel('AI Prompt')).toHaveValue('Do it with care.')
    await expect(getChosenFiles(dialog)).toHaveText([/kept\.png/])
    await getSiteSql()`update users set is_muted = true where username = ${username}`
    await submitPostDialog(dialog)
    await expect(page.getByRole('listitem').getByText('Your account is muted', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Discard draft' }).click()
    await expect(dialog.getByLabel('AI Prompt')).toHaveValue(PROMPT)
    await expect(getChosenFiles(dialog)).toHaveCount(0)
  })

  test('keeps the post if its deletion fails', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    const { title, id } = await aPost(page)
    await go(page, `/post/${id}`)
    await page.route('**/api/posts/*', (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
    await option(cardOf(page, title), 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Failed to delete post', { exact: true })).toBeVisible()
    await expect(dialog).toBeVisible()
    expect(await findStoredPosts(title)).toHaveLength(1)
  })
})

test('deleting asks for confirmation, lists what is deleted and removes the card', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const username = await signIn(context)
  const { title, id } = await aPost(page)
  const other = await aPost(page, { prompt: 'Another prompt' })
  const sql = getSiteSql()
  await sql`insert into comments (post_id, user_id, content) select ${id}, min(id), 'Well' from users`
  await sql`
    insert into votes (user_id, post_id, value)
    select id, ${id}, case when row_number() over (order by id) = 1 then -1 else 1 end
    from users order by id limit 6`
  await sql`update posts set comment_count = 1, score = 4 where id = ${id}`
  await go(page, `/u/${username}`)
  await option(cardOf(page, title), 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
  await expect(dialog.getByRole('listitem')).toHaveText(['its comment', 'its 6 votes (score 4)', 'its link'])
  expect(await findSeriousViolations(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(cardOf(page, title).getByRole('button', { name: 'Post options' })).toBeFocused()
  await option(cardOf(page, title), 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Post deleted successfully', { exact: true })).toBeVisible()
  await expect(cardOf(page, title)).toHaveCount(0)
  await expect(cardOf(page, other.title)).toBeVisible()
  await expect(page).toHaveURL(`/u/${username}`)
  expect(await findStoredPosts(title)).toEqual([])
})

test("deleting on the post's page leads to the home page", { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const { title, id } = await aPost(page)
  await go(page, `/post/${id}`)
  await option(cardOf(page, title), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Post deleted successfully', { exact: true })).toBeVisible()
  expect(await findStoredPosts(title)).toEqual([])
})

test('shows the menu to authors (without Edit if muted) and, with Remove, to admins', {
  tag: '@full',
}, async ({ page, context }) => {
  const username = await signIn(context)
  const { title, id } = await aPost(page)
  const expectItems = async (...items: string[]) => {
    await go(page, `/post/${id}`)
    await cardOf(page, title).getByRole('button', { name: 'Post options' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(items)
  }
  await expectItems('Add to a collection…', 'Remix', 'Download…', 'Mute…', 'Edit', 'Delete')
  await getSiteSql()`update users set is_muted = true where username = ${username}`
  await expectItems('Add to a collection…', 'Remix', 'Download…', 'Mute…', 'Delete')
  await signIn(context, { isAdmin: true })
  await expectItems(
    'Add to a collection…',
    'Remix',
    'Download…',
    'Did it work?',
    'Suggest an edit',
    'Mute…',
    'Moderate…',
    'Remove…',
  )
  await signIn(context)
  await go(page, `/post/${id}`)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Post options' })).toHaveCount(0)
})
