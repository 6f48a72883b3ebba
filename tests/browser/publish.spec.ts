import type { Locator, Page } from '@playwright/test'
import { createAnimatedImage, createLargeImage, readVideo } from '../support/samples.ts'
import { fillSignIn, openProviderPopup, signOutFromMenu, signUpAsMember } from './support/accounts.ts'
import { findSeriousViolations } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import {
  chooseFiles,
  chooseOption,
  clickCreatePost,
  createPngFile,
  fillPost,
  findStoredPosts,
  generateTitle,
  getChosenFiles,
  getCreateDialog,
  openCreateDialog,
  submitPostDialog,
} from './support/posts.ts'
import { openHydratedPage } from './support/scenes.ts'
import { expect, test, waitForAnimationFrames, waitForHydration } from './support/test.ts'

type FilePayload = { name: string; mimeType: string; buffer: Buffer }

/** Dispatches the event that the browser fires when a file is dropped on or pasted into an element. */
const bring = (target: Locator, how: 'drop' | 'paste', { name, mimeType, buffer }: FilePayload) =>
  target.evaluate(
    (element, [kind, fileName, type, base64]) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], fileName, { type }))
      element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    [how, name, mimeType, buffer.toString('base64')] as const,
  )

/** Blocks writes to the IndexedDB store of draft files until the returned function is called. */
const blockFileWrites = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('drafts', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('files')
        request.onsuccess = () => {
          const store = request.result.transaction('files', 'readwrite').objectStore('files')
          const keepBusy = () => {
            if (!('release' in window)) store.count().onsuccess = keepBusy
          }
          keepBusy()
          resolve()
        }
      }),
  )
  return () => page.evaluate(() => void Object.assign(window, { release: true }))
}

for (const [width, scheme] of [
  [375, 'dark'],
  [1280, 'light'],
] as const) {
  test(`publishes a post with files at ${width} px, ${scheme}`, {
    tag: width === 375 ? [] : '@full',
  }, async ({ page, context }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    await signIn(context)
    const dialog = await openCreateDialog(page)
    const title = generateTitle('Ceramic mugs')
    const box = async () => {
      const { y = 1, height = 0 } = (await dialog.boundingBox()) ?? {}
      return [y, height].map(Math.round)
    }
    // The dialog is a sheet that leaves a strip of the page visible.
    if (width === 375) await expect.poll(box).toEqual([32, 768])
    await submitPostDialog(dialog)
    for (const message of ['Title is required', 'Description is required', 'AI prompt is required'])
      await expect(dialog.getByText(message)).toBeVisible()
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await fillPost(dialog, { title })
    await chooseFiles(dialog, [await createPngFile('picked.png', 70, 40)])
    await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
    await expect(page.getByText('1 file(s) uploaded', { exact: true })).toBeVisible()
    await bring(dialog.locator('form'), 'drop', await createPngFile('dropped.png', 80, 40))
    await expect(getChosenFiles(dialog)).toHaveCount(2)
    await bring(dialog.getByLabel('Title'), 'paste', await createPngFile('pasted.png', 90, 40))
    await expect(getChosenFiles(dialog)).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Move pasted.png earlier' }).click()
    await dialog.getByRole('button', { name: 'Move pasted.png earlier' }).click()
    await dialog.getByRole('button', { name: 'Remove picked.png' }).click()
    await expect(getChosenFiles(dialog)).toHaveText([/pasted/, /dropped/])
    await chooseOption(dialog, 'AI Model', 'Claude')
    await chooseOption(dialog, 'Topic', 'Cooking')
    await dialog.getByText('License and source (optional)').click()
    await dialog.getByLabel('License', { exact: true }).selectOption('CC BY 4.0')
    await dialog.getByLabel('Source URL').fill('https://example.org/mugs')
    expect(await findSeriousViolations(page, '[role=dialog]')).toEqual([])
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await submitPostDialog(dialog)
    await expect(page).toHaveURL(/\/t\/cooking\/ceramic-mugs/)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const [post] = await findStoredPosts(title)
    expect(post).toMatchObject({ topic: 'Cooking', models: ['claude'], isPrivate: false })
    await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute('rel', /license/)
    await expect(page.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', /mugs$/)
    expect(post?.exampleFiles).toEqual([expect.stringMatching(/90x40/), expect.stringMatching(/80x40/)])
    await page.getByRole('banner').getByRole('button', { name: 'Create Post' }).click()
    await expect(getCreateDialog(page).getByLabel('Title')).toHaveValue('')
  })
}

test('names similar prompts while the title is typed, and moves no field', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const description = dialog.getByLabel('Description')
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const before = await description.boundingBox()
  await dialog.getByLabel('Title').fill('Mock interview that remembers what you said')
  const line = dialog.getByText(/similar prompts? (is|are) already public/)
  await expect(line).toBeVisible()
  expect(await description.boundingBox()).toEqual(before)
  await line.click()
  await expect(dialog.getByRole('link', { name: /^Mock interview that remembers/ })).toBeVisible()
})

test('allows five models, searches them, and clears them with None and another type', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const model = dialog.getByRole('combobox', { name: 'AI Model' })
  await model.click()
  await page.keyboard.type('claud')
  const list = dialog.getByRole('listbox', { name: 'AI Model' })
  await expect(list.getByRole('option')).toHaveText(['Claude'])
  await page.keyboard.press('Enter')
  for (const name of ['ChatGPT', 'Gemini', 'Llama', 'Grok'])
    await dialog.getByRole('option', { name, exact: true }).click()
  await expect(dialog.getByText('Selected: 5/5 models')).toBeVisible()
  const sixth = dialog.getByRole('option', { name: 'Mistral' })
  await expect(sixth).toHaveAttribute('aria-disabled', 'true')
  await sixth.click({ force: true })
  await expect(dialog.getByText('Selected: 5/5 models')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Remove Grok' }).click()
  await expect(dialog.getByText('Selected: 4/5 models')).toBeVisible()
  // Focus moves to the next model that can be removed.
  await expect(dialog.getByRole('button', { name: 'Remove Llama' })).toBeFocused()
  await chooseOption(dialog, 'AI Model', '-- (No specific model)')
  await expect(dialog.getByText('Selected: 0/5 models')).toBeVisible()
  await chooseOption(dialog, 'AI Model', 'Claude')
  await dialog.getByRole('radio', { name: 'Video' }).check()
  await expect(dialog.getByText('Selected: 0/5 models')).toBeVisible()
  await model.click()
  await expect(dialog.getByRole('option', { name: 'Pika' })).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'Claude' })).toHaveCount(0)
})

test('rejects unsupported files with a message and keeps the others', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const good = await createPngFile('good.png')
  const expectError = async (title: string, description: string) => {
    await expect(page.getByRole('listitem').getByText(title, { exact: true })).toBeVisible()
    await expect(dialog.getByText(description, { exact: true })).toBeVisible()
  }
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }
  await chooseFiles(dialog, [good, text])
  await expectError('Invalid file type', 'notes.txt is not a valid image or video file')
  await expect(getChosenFiles(dialog)).toHaveCount(1)
  const drawing = { name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await chooseFiles(dialog, [drawing])
  await expectError('Invalid file type', 'x.svg is not a valid image or video file')
  const long = Buffer.concat([readVideo(), Buffer.alloc(5 * 1024 * 1024)])
  await chooseFiles(dialog, [{ name: 'film.mp4', mimeType: 'video/mp4', buffer: long }])
  await expectError('File too large', 'film.mp4 is larger than 5MB')
  await chooseFiles(dialog, [good, good, good, good, good])
  await expectError('Too many files', 'You can only upload up to 5 files')
  await expect(getChosenFiles(dialog)).toHaveCount(1)
  await chooseFiles(dialog, [good, good, good, good])
  await expect(getChosenFiles(dialog)).toHaveCount(5)
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeDisabled()
})

test('shrinks a large image and keeps animations animated', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const title = generateTitle('Large things')
  const large = await createLargeImage(2_700, 1_000)
  expect(large.length).toBeGreaterThan(5 * 1024 * 1024)
  await chooseFiles(dialog, [
    { name: 'large.png', mimeType: 'image/png', buffer: large },
    { name: 'moving.gif', mimeType: 'image/gif', buffer: await createAnimatedImage('gif') },
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: readVideo() },
  ])
  await expect(getChosenFiles(dialog)).toHaveCount(3)
  await fillPost(dialog, { title })
  await submitPostDialog(dialog)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const [post] = await findStoredPosts(title)
  expect(post?.exampleFiles).toEqual([
    expect.stringMatching(/-2560x948\.webp$/),
    expect.stringMatching(/-20x10\.gif$/),
    expect.stringMatching(/\.mp4$/),
  ])
})

test.describe('with a failing network', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_CONNECTION|status of 503/] })

  test('creates one post from a lost response and its retry, and keeps the entered text', {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context)
    const dialog = await openCreateDialog(page)
    const title = generateTitle('Lost answer')
    await fillPost(dialog, { title })
    await chooseFiles(dialog, [await createPngFile('one.png')])
    await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
    await page.route('**/api/posts', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submitPostDialog(dialog)
    await expect(dialog.getByRole('alert')).toContainText(
      "We couldn't reach the site. Check your connection and try again.",
    )
    await expect(dialog.getByLabel('Title')).toHaveValue(title)
    await page.unroute('**/api/posts')
    await page.reload()
    await waitForHydration(page)
    await clickCreatePost(page)
    await expect(dialog.getByText('Draft restored')).toBeVisible()
    await dialog.getByLabel('AI Prompt').fill('Do it better.')
    await submitPostDialog(dialog)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const stored = await findStoredPosts(title)
    expect(stored.map(({ prompt, exampleFiles }) => [prompt, exampleFiles.length])).toEqual([
      ['Do it better.', 1],
    ])
  })

  test('reports an unavailable server in the dialog', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    const dialog = await openCreateDialog(page)
    await fillPost(dialog, { title: 'Kept' })
    await page.route('**/api/posts', (route) =>
      route.fulfill({ status: 503, json: { message: 'The database is temporarily unavailable' } }),
    )
    await submitPostDialog(dialog)
    await expect(dialog.getByRole('alert')).toContainText('The database is temporarily unavailable')
    await expect(dialog.getByLabel('Title')).toHaveValue('Kept')
  })
})

test.describe('an expired session', () => {
  test.use({ expectedErrors: [/401 \(Unauthorized\)/] })

  test('is renewed, and the post is published once as it was typed', { tag: '@full' }, async ({ page }) => {
    const { email, username } = await signUpAsMember(page)
    const dialog = await openCreateDialog(page)
    const title = generateTitle('Patience')
    await fillPost(dialog, { title })
    await chooseFiles(dialog, [await createPngFile('one.png')])
    await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
    await getSiteSql()`delete from sessions where user_id = (select id from users where username = ${username})`
    await submitPostDialog(dialog)
    const again = page.getByRole('dialog', { name: "You've been signed out" })
    const opened = page.waitForEvent('popup')
    await again.getByRole('button', { name: /^Continue with/ }).click()
    const popup = await opened
    const form = popup.getByLabel('Email')
    if (await form.isVisible().catch(() => false)) await fillSignIn(popup, email)
    await expect(page).toHaveURL(/\/post\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const stored = await findStoredPosts(title)
    expect(stored.map(({ exampleFiles }) => exampleFiles.length)).toEqual([1])
  })

  test('that is not renewed leaves the draft to its owner', { tag: '@full' }, async ({ page, context }) => {
    const username = await signIn(context)
    const dialog = await openCreateDialog(page)
    await fillPost(dialog, { title: 'For later' })
    const sql = getSiteSql()
    const [session] = await sql`
      delete from sessions where user_id = (select id from users where username = ${username}) returning token_hash, user_id`
    await submitPostDialog(dialog)
    const again = page.getByRole('dialog', { name: "You've been signed out" })
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Login to Post' })).toBeVisible()
    await sql`insert into sessions ${sql(session ?? {})}`
    await page.reload()
    await waitForHydration(page)
    await clickCreatePost(page)
    await expect(dialog.getByLabel('Title')).toHaveValue('For later')
  })
})

test('Login to Post only signs in, but the n shortcut opens the dialog afterwards', { tag: '@full' }, async ({
  page,
}) => {
  const { email } = await signUpAsMember(page)
  await signOutFromMenu(page)
  await openHydratedPage(page, '/leaderboard')
  await fillSignIn(await openProviderPopup(page), email)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await signOutFromMenu(page)
  await page.keyboard.press('n')
  const signInDialog = page.getByRole('dialog', { name: 'Sign In Required' })
  await expect(signInDialog).toContainText('Sign in to publish a prompt.')
  const popup = page.waitForEvent('popup')
  await signInDialog.getByRole('button', { name: /^Continue with/ }).click()
  await fillSignIn(await popup, email)
  await expect(getCreateDialog(page)).toBeVisible()
  await expect(page).toHaveURL('/leaderboard')
})

test('creates one post on a double click', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  const title = generateTitle('Twice')
  await fillPost(dialog, { title })
  await dialog.getByRole('button', { name: 'Create Post' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await findStoredPosts(title)).toHaveLength(1)
})

test('restores the whole draft with its files after a reload until it is discarded', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  await fillPost(dialog, { title: 'Half a post', prompt: 'line one\n  line two' })
  await dialog.getByRole('radio', { name: 'Code' }).check()
  await chooseOption(dialog, 'AI Model', 'Cursor')
  await chooseOption(dialog, 'Topic', 'Private (Hidden From Everyone)')
  await chooseFiles(dialog, [await createPngFile('a.png'), await createPngFile('b.png')])
  await expect(getChosenFiles(dialog)).toHaveCount(2)
  await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await clickCreatePost(page)
  await expect(dialog.getByText('Draft restored')).toBeVisible()
  await expect(dialog.getByLabel('AI Prompt')).toHaveValue('line one\n  line two')
  await expect(dialog.getByRole('radio', { name: 'Code' })).toBeChecked()
  await expect(dialog.getByText('Selected: 1/5 models')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Topic' })).toHaveValue('Private (Hidden From Everyone)')
  await expect(getChosenFiles(dialog)).toHaveText([/a\.png/, /b\.png/])
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await expect(getChosenFiles(dialog)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await clickCreatePost(page)
  await expect(dialog.getByText('Draft restored')).toHaveCount(0)
  await dialog.getByLabel('Title').fill('Closed by a slip')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await clickCreatePost(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('Closed by a slip')
})

test('keeps files across a reload in a private Safari window, which stores bytes but no files', {
  tag: '@full',
}, async ({ page, context }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value, key) {
      if (value.files?.some(({ content }: { content: unknown }) => content instanceof Blob))
        throw new DOMException('BlobURLs are not yet supported', 'DataCloneError')
      return put.call(this, value, key)
    }
  })
  await signIn(context)
  const dialog = await openCreateDialog(page)
  await fillPost(dialog, { title: 'With a file' })
  await chooseFiles(dialog, [await createPngFile('a.png')])
  await expect(page.getByText('Files uploaded successfully', { exact: true })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await clickCreatePost(page)
  await expect(getChosenFiles(dialog)).toHaveText([/a\.png/])
  const picture = getChosenFiles(dialog).locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'With a file' })).toBeVisible()
})

test('reports files as saved once they survive a reload, and asks before leaving until then', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page)
  await fillPost(dialog, { title: 'With a slow disk' })
  const release = await blockFileWrites(page)
  await chooseFiles(dialog, [await createPngFile('a.png')])
  await expect(getChosenFiles(dialog)).toHaveCount(1)
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()
  const done = page.getByText('Files uploaded successfully', { exact: true })
  await expect(done).toHaveCount(0)
  await release()
  await expect(done).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await clickCreatePost(page)
  await expect(getChosenFiles(dialog)).toHaveText([/a\.png/])
})

test('tells a muted member that only private posts can be created', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const username = await signIn(context)
  await getSiteSql()`update users set is_muted = true where username = ${username}`
  const dialog = await openCreateDialog(page, '/t/cooking')
  await expect(dialog.getByText('Your account is muted. You can only create private posts.')).toBeVisible()
  const topic = dialog.getByRole('combobox', { name: 'Topic' })
  await expect(topic).toBeDisabled()
  await expect(topic).toHaveValue('Private (Hidden From Everyone)')
  const title = generateTitle('Quiet')
  await fillPost(dialog, { title })
  await submitPostDialog(dialog)
  await expect(page).toHaveURL(/\/private\/[\w-]{22}$/)
  expect(await findStoredPosts(title)).toMatchObject([{ isPrivate: true, topic: null }])
})

test.describe('a post that the server rejects', () => {
  test.use({ expectedErrors: [/status of 40[03]/] })

  test('shows the error next to its field, or in the dialog if the member was muted in the meantime', {
    tag: '@full',
  }, async ({ page, context }) => {
    const username = await signIn(context)
    const sql = getSiteSql()
    await sql`insert into topics (name, slug) values ('Passing Fads', 'passing-fads') on conflict do nothing`
    const dialog = await openCreateDialog(page)
    await fillPost(dialog, { title: generateTitle('Too late') })
    await chooseOption(dialog, 'Topic', 'Passing Fads')
    await sql`delete from topics where slug = 'passing-fads'`
    await submitPostDialog(dialog)
    const topic = dialog.getByRole('combobox', { name: 'Topic' })
    await expect(topic).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByText('Topic not found')).toBeVisible()
    await chooseOption(dialog, 'Topic', '-- (No topic)')
    await sql`update users set is_muted = true where username = ${username}`
    await submitPostDialog(dialog)
    await expect(dialog.getByRole('alert')).toContainText('Your account is muted')
    await expect(topic).toBeDisabled()
    await submitPostDialog(dialog)
    await expect(page).toHaveURL(/\/private\//)
  })
})

test('shows the new post in lists that are opened afterwards, but leaves lists unchanged on Back', {
  tag: '@full',
}, async ({ page, context }) => {
  const username = await signIn(context)
  await openHydratedPage(page, '/new')
  const first = await page.getByRole('article').first().getByRole('heading').innerText()
  const dialog = await clickCreatePost(page)
  const title = generateTitle('Newest of all')
  await fillPost(dialog, { title })
  await submitPostDialog(dialog)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(first)
  await page.getByRole('link', { name: 'Leaderboard', exact: true }).first().click()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New', exact: true })
  await expect(page).toHaveURL('/leaderboard')
  // A preloaded page must not be stale either. Focusing a link preloads its page immediately, here without a request.
  await link.focus()
  await waitForAnimationFrames(page)
  await link.click()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await page.getByRole('article', { name: title }).getByRole('link', { name: username }).click()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test('opens the dialog on n and preselects the topic of the page', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await openHydratedPage(page, '/t/cooking')
  await page.keyboard.press('n')
  const dialog = getCreateDialog(page)
  await expect(dialog.getByRole('combobox', { name: 'Topic' })).toHaveValue('Cooking')
  const title = generateTitle('By keys')
  await dialog.getByLabel('Title').fill(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Words')
  // Tabbing from the description to the prompt focuses the preview button in between.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Do it')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/t\/cooking\/by-keys/)
})

test('private posts ask to sign in, then to create one, and are listed', async ({ page, context }) => {
  await page.goto('/private-posts')
  await expect(page.getByText('Please log in to see your private posts')).toBeVisible()
  const username = await signIn(context)
  await openHydratedPage(page, '/private-posts')
  await page.getByRole('button', { name: 'Create Private Post' }).click()
  const dialog = getCreateDialog(page)
  await expect(dialog.getByRole('combobox', { name: 'Topic' })).toHaveValue('Private (Hidden From Everyone)')
  const title = generateTitle('For me alone')
  await fillPost(dialog, { title })
  await submitPostDialog(dialog)
  await expect(page).toHaveURL(/\/private\/[\w-]{22}$/)
  await page.goBack()
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  await getSiteSql()`
    insert into posts (user_id, title, description, prompt, prompt_length, type, is_private, private_id, seo_slug)
    select id, 'Many ' || n, 'x', 'Short', 5, 'Text', true, 'many-' || ${username} || n, 'many-' || ${username} || n
    from users, generate_series(1, 24) as n where username = ${username}`
  await page.reload()
  await waitForHydration(page)
  await page.keyboard.press('End')
  await expect(async () => {
    await page.mouse.wheel(0, 2_500)
    await expect(page.getByText("You've reached the end of the posts.")).toBeInViewport({ timeout: 200 })
  }).toPass({ timeout: 30_000, intervals: [0] })
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test('a discarded draft resets the dialog to the privacy and topic it was opened with', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context)
  const dialog = await openCreateDialog(page, '/new')
  const topic = dialog.getByRole('combobox', { name: 'Topic' })
  for (const [path, button, chosen] of [
    ['/private-posts', 'Create Private Post', 'Private (Hidden From Everyone)'],
    ['/t/cooking', 'Create Post', 'Cooking'],
  ] as const) {
    await dialog.getByLabel('Title').fill('Unfinished')
    await openHydratedPage(page, path)
    await page.getByRole('button', { name: button }).first().click()
    await dialog.getByRole('button', { name: 'Discard draft' }).click()
    await expect(dialog.getByLabel('Title')).toHaveValue('')
    await expect(topic).toHaveValue(chosen)
  }
})

test('Back closes the dialog with its page and keeps the entered text', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await openHydratedPage(page, '/leaderboard')
  await page.getByRole('link', { name: 'New', exact: true }).first().click()
  await expect(page).toHaveURL('/new')
  const dialog = await clickCreatePost(page)
  await dialog.getByLabel('Title').fill('On the way')
  await page.goBack()
  await expect(page).toHaveURL('/leaderboard')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await clickCreatePost(page)
  await expect(dialog.getByLabel('Title')).toHaveValue('On the way')
})
