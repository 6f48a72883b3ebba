import { createMemberSession, signIn } from './support/members.ts'
import { chooseInPostMenu } from './support/post-menu.ts'
import { generateTitle } from './support/posts.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test('remixes a prompt with credit on both sides, which survives the deletion of the source', async ({
  page,
  context,
}) => {
  const { username: author, token } = await createMemberSession()
  const source = await seedPostByMember(author, { title: generateTitle('Original') })
  await signIn(context)
  await openHydratedPage(page, source.path)
  await chooseInPostMenu(page, 'Remix')
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await expect(dialog.getByLabel('Title')).toHaveValue(source.title)
  await expect(dialog.getByText('The post will credit the prompt that it is based on.')).toBeVisible()
  const title = generateTitle('Remixed')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('AI Prompt').fill(`${title}, but shorter`)
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  const article = page.getByRole('article', { name: title })
  await expect(article).toContainText(`Based on ${source.title} by ${author}`)

  await article.getByRole('link', { name: source.title }).click()
  await expect(page.getByRole('article', { name: source.title })).toContainText('1 remix')
  await page.getByRole('link', { name: '1 remix' }).click()
  const tree = page.getByRole('list', { name: `Remixes and sources of “${source.title}”` })
  await expect(tree.getByRole('listitem').first()).toContainText(source.title)
  await expect(tree.getByRole('list').getByRole('link', { name: title })).toBeVisible()

  await page.request.delete(`/api/posts/${source.id}`, {
    headers: { origin: process.env.SITE_URL ?? '', cookie: `session=${token}` },
  })
  const [{ id }] = await (await page.request.get(`/api/search?q=${encodeURIComponent(title)}`)).json()
  await openHydratedPage(page, `/post/${id}`)
  await expect(page.getByRole('article', { name: title })).toContainText('Based on a deleted prompt')
})

test('keeps a remix of a private prompt private', { tag: '@full' }, async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  await signIn(context)
  const headers = { origin: process.env.SITE_URL ?? '' }
  const data = { title: generateTitle('Secret'), description: 'd', prompt: 'p', isPrivate: true }
  const { privateId } = await (await page.request.post('/api/posts', { headers, data })).json()
  const reader = await signInAnotherMember(browser, baseURL)
  await openHydratedPage(reader.page, `/private/${privateId}`)
  await chooseInPostMenu(reader.page, 'Remix')
  const dialog = reader.page.getByRole('dialog', { name: 'Create Post' })
  const isPrivate = dialog.getByRole('switch', { name: /Private link/ })
  await expect(isPrivate).toBeChecked()
  await isPrivate.click()
  await dialog.getByLabel('AI Prompt').fill('Made public')
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  await expect(dialog.getByText('A remix of a private prompt must be private.')).toBeVisible()
  await reader.context.close()
})
