import { globSync } from 'node:fs'
import { limits } from '#core/limits.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForHydration } from './support/test.ts'

/** Creates a public post by another member with this prompt. */
const postWith = async (title: string, prompt: string) => {
  const [post] = await getSiteSql()<{ id: number; path: string }[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, type, seo_slug)
    select min(id), ${title}, 'A prompt to use', ${prompt}, ${[...prompt].length}, 'Text', ${`prompt-spec-${Date.now()}`}
    from users where google_id like 'fake%' returning id, '/post/' || id as path`
  if (!post) throw new Error('No post')
  return post
}

const LONG = 'A long prompt with many words. '.repeat(100)
const MIDDLE = 'Say it once more, slowly. '.repeat(10)
const FILL = `Write to \${recipient} in \${language:English}. Close with {{greeting}}.`

test('counts a reveal once, shows the whole prompt, and keeps it revealed after a reload', async ({
  page,
  context,
}) => {
  const username = await signIn(context)
  const posts = [
    { title: 'To be counted', prompt: LONG },
    { title: 'Stays revealed', prompt: MIDDLE },
  ]
  for (const { title, prompt } of posts) {
    const { id, path } = await postWith(title, prompt)
    const countReveals = async () =>
      (
        await getSiteSql()`select from post_reveals r join users u on u.id = r.user_id where u.username = ${username} and post_id = ${id}`
      ).length
    await openHydratedPage(page, '/new')
    const card = page.getByRole('article', { name: title })
    expect(await countReveals()).toBe(0)
    await card.getByRole('button', { name: 'Reveal' }).click()
    await expect(card.locator('pre')).toHaveText(prompt.trimEnd())
    // The rest of a long prompt comes with the answer to the request that counts the reveal.
    if (prompt === LONG) expect(await countReveals()).toBe(1)
    await expect.poll(countReveals).toBe(1)
    // Feeds show only the beginning of a long prompt that was revealed earlier.
    await openHydratedPage(page, '/new')
    await expect(card.locator('pre')).toHaveText(prompt.slice(0, limits.promptInLists).trimEnd())
    await expect(card.getByRole('button', { name: 'Reveal' })).toHaveCount(0)
    await page.goto(path)
    await expect(page.locator('pre').first()).toHaveText(prompt.trimEnd())
    await page.reload()
    await expect.poll(countReveals).toBe(1)
  }
})

test('a page that was stored works like one that was rendered', async ({ page, context }) => {
  const { id, path } = await postWith('Read by crawlers', LONG)
  await getSiteSql()`update posts set created_at = now() - interval '1 day' where id = ${id}`
  // Responses to requests with a session cookie do not come from the anonymous response cache.
  await context.addCookies([{ name: 'session', value: 'x'.repeat(43), url: process.env.SITE_URL ?? '' }])
  const countStored = () => globSync('pages/*/*', { cwd: process.env.SITE_DATA_DIR ?? '' }).length
  const before = countStored()
  for (const visit of ['rendered', 'stored']) {
    await test.step(visit, async () => {
      await openHydratedPage(page, path)
      await expect.poll(countStored).toBe(before + 1)
      await page.getByRole('button', { name: 'Sign in to reveal' }).click()
      await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
    })
  }
})

test.describe('a failed reveal', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('shows the available part, says what is missing and can be retried', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await signIn(context)
    await postWith('Fails at first', LONG)
    await page.route('**/api/user/reveal', (route) => route.fulfill({ status: 500, body: '{}' }))
    await openHydratedPage(page, '/new')
    const card = page.getByRole('article', { name: 'Fails at first' })
    await card.getByRole('button', { name: 'Reveal' }).click()
    await expect(card.locator('pre')).toHaveText(LONG.slice(0, 2_000).trimEnd())
    await expect(card.getByText("We couldn't load the rest of the prompt.")).toBeVisible()
    await expect(card.getByRole('button', { name: 'Copy prompt' })).toBeDisabled()
    await page.unroute('**/api/user/reveal')
    await card.getByRole('button', { name: 'Try again' }).click()
    await expect(card.locator('pre')).toHaveText(LONG.trimEnd())
  })
})

for (const width of [375, 1280]) {
  test(`fills in the blanks of a prompt and copies the result at ${width}`, {
    tag: width === 375 ? [] : '@full',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 800 })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const post = await postWith('To be filled in', FILL)
    await openHydratedPage(page, post.path)
    const box = page.locator('pre').first()
    await expect(box).toHaveText('Write to recipient in English. Close with greeting.')
    await page.getByRole('button', { name: 'Greeting, not filled in' }).click()
    await expect(page.getByRole('group', { name: 'Fill in the blanks' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Greeting' })).toBeFocused()
    await page.keyboard.type('<b>bye</b>')
    await page.getByRole('textbox', { name: 'Recipient' }).fill('Ann & Bob')
    await expect(box).toHaveText('Write to Ann & Bob in English. Close with <b>bye</b>.')
    await page.getByRole('button', { name: 'Copy prompt' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Write to Ann & Bob in English. Close with <b>bye</b>.',
    )
    // A reload keeps the values that were filled in.
    await page.reload()
    await waitForHydration(page)
    await expect(box).toHaveText('Write to Ann & Bob in English. Close with <b>bye</b>.')
    await page.getByRole('button', { name: 'Change the blanks' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue('')
    // Visitors might receive a cached page without the new post.
    await signIn(context)
    await page.goto('/new')
    const card = page.getByRole('article', { name: 'To be filled in' }).first()
    await expect(card.getByRole('textbox')).toHaveCount(0)
    await card.getByRole('link', { name: '2 blanks to fill' }).click()
    await expect(page).toHaveURL(/#prompt$/)
    await expect(page.getByRole('button', { name: '2 blanks to fill' })).toBeVisible()
  })
}

test('opens the form for the blanks above the bar at the bottom of a phone', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(context)
  const post = await postWith(
    'Long with blanks',
    `Write to \${recipient}.\n${'A line to read.\n'.repeat(30)}`,
  )
  await openHydratedPage(page, post.path)
  await page.getByRole('button', { name: '1 blank to fill' }).click()
  const field = page.getByRole('textbox', { name: 'Recipient' })
  await expect(field).toBeFocused()
  await expect
    .poll(() =>
      field.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect()
        return document.elementFromPoint(left + 5, bottom - 5) === element
      }),
    )
    .toBe(true)
})

test('opens an AI service with the prompt filled in', { tag: '@full' }, async ({ page, context }) => {
  await context.route('https://claude.ai/**', (route) => route.fulfill({ body: 'There' }))
  const post = await postWith('To be taken along', 'Short & "sweet"?')
  await openHydratedPage(page, post.path)
  await page.getByRole('button', { name: 'More ways to use the prompt' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Claude' }).click()
  await expect(await opened).toHaveURL('https://claude.ai/new?q=Short%20%26%20%22sweet%22%3F')
})

test('copies a prompt that is too long for a link before opening the service', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('https://grok.com/**', (route) => route.fulfill({ body: 'There' }))
  const prompt = 'ä'.repeat(3_000)
  const post = await postWith('Too long for a link', prompt)
  await openHydratedPage(page, post.path)
  await page.getByRole('button', { name: 'More ways to use the prompt' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Grok (copies it first)' }).click()
  await expect(await opened).toHaveURL('https://grok.com/')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(prompt)
})
