import { createMemberSession, getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

const anAuthor = async () => {
  const { username } = await createMemberSession()
  await getSiteSql()`update users set bio = 'Collects recipes for models' where username = ${username}`
  return { username, post: await seedPostByMember(username) }
}

for (const [width, scheme] of [
  [768, 'dark'],
  [1280, 'light'],
] as const)
  test(`shows a card about the author and follows them at ${width} px, ${scheme}`, {
    tag: '@full',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await signIn(context)
    const { username, post } = await anAuthor()
    const profiles: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(`/api/users/${username}`)) profiles.push(request.url())
    })
    await openHydratedPage(page, '/new')
    const link = page.getByRole('article', { name: post.title }).getByRole('link', { name: username })
    const card = page.getByRole('group', { name: `About ${username}` })
    await link.hover()
    await expect(card).toContainText(/Collects recipes for models0 karma0 postsJoined/)
    const [below, above] = [await card.boundingBox(), await link.boundingBox()]
    if (!below || !above) throw new Error('The card or its link has no box')
    // The pointer moves slowly across the gap between the link and its card.
    await page.mouse.move(below.x + 20, below.y + 20, { steps: 10 })
    await card.getByRole('button', { name: 'Follow' }).click()
    await expect(card.getByRole('button', { name: 'Unfollow' })).toBeVisible()
    await page.mouse.move(5, 5)
    await expect(card).toBeHidden()
    await link.hover()
    await expect(card.getByRole('button', { name: 'Unfollow' })).toBeVisible()
    expect(profiles).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
  })

test('shows the card of a focused link, whose keys stay those of the page', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const { username, post } = await anAuthor()
  await openHydratedPage(page, post.path)
  const link = page.getByRole('article', { name: post.title }).getByRole('link', { name: username })
  const card = page.getByRole('group', { name: `About ${username}` })
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await expect(card).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link', { name: username })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/u/${username}`)
})

test('loads the cards with the first link that is pointed at', { tag: '@full' }, async ({ page }) => {
  const { username, post } = await anAuthor()
  const scripts: string[] = []
  page.on('request', (request) => void scripts.push(request.url()))
  await openHydratedPage(page, post.path)
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((url) => url.includes('MemberCards'))).toEqual([])
  await page.getByRole('article', { name: post.title }).getByRole('link', { name: username }).hover()
  const card = page.getByRole('group', { name: `About ${username}` })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  expect(scripts.filter((url) => url.includes('MemberCards'))).toHaveLength(1)
})
