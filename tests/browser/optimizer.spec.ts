import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type AiService, startAiService } from '../support/ai-service.ts'
import { clearSession, fillSignIn, returnFromPopup, signUpAsMember } from './support/accounts.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { openHydratedPage } from './support/scenes.ts'
import { startServer, stopServer } from './support/site.ts'
import { expect, test, waitForHydration } from './support/test.ts'

const open = async (page: Page, url = '/optimize') => {
  await openHydratedPage(page, url)
}
const prompt = (page: Page) => page.getByLabel('Your prompt')
const submit = (page: Page) => page.getByRole('button', { name: 'Optimize Prompt' }).click()
const result = (page: Page) => page.getByRole('group', { name: 'Optimized prompt' })
const optimize = async (page: Page, text: string) => {
  await prompt(page).fill(text)
  await submit(page)
}

test.describe('with the built-in optimizer', () => {
  test('shows a better prompt with its changes, copies it filled in, and saves it as a private post', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const username = await signIn(context)
    await open(page)

    await test.step('the changes are shown word by word, and the prompt is counted once', async () => {
      await expect(page.getByText(/built-in optimizer/)).toBeVisible()
      await prompt(page).fill(`Write a poem about \${sea:the sea}`)
      await expect(page.getByText('33/5000')).toBeVisible()
      await submit(page)
      await expect(result(page)).toContainText('Write a poem about the sea')
      await expect(result(page)).toContainText('You are a poet')
      const compare = page.getByRole('button', { name: 'Show changes' })
      await expect(compare).toHaveAttribute('aria-pressed', 'false')
      await compare.click()
      await expect(compare).toHaveAttribute('aria-pressed', 'true')
      await expect(result(page).locator('ins').first()).toContainText('You are a poet')
      await expect(result(page).locator('del')).toHaveCount(0)
      const optimized = async () =>
        (await getSiteSql()`select optimized from users where username = ${username}`)[0]?.optimized
      await expect.poll(optimized).toBe(1)
      await page.reload()
      await expect(page.getByRole('list').getByText('Write a poem about')).toBeVisible()
      expect(await optimized()).toBe(1)
    })

    await test.step('another result is copied with its blanks filled in, saved once and opened', async () => {
      await waitForHydration(page)
      await page.getByLabel('Type').selectOption('Code')
      await optimize(page, 'Write a function that adds two numbers and returns the sum of them')
      await page.getByRole('button', { name: /^Edge cases/ }).click()
      await page.getByRole('textbox', { name: 'Edge cases' }).fill('very large numbers')
      await page.getByRole('button', { name: 'Copy prompt' }).click()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain('## Task\nWrite a function')
      expect(copied).toContain('- Edge cases: very large numbers')
      expect(copied).not.toContain('${')
      const save = page.getByRole('button', { name: 'Save to Private Posts' })
      await save.click()
      await expect(page.getByText('Saved to Private Posts', { exact: true })).toBeVisible()
      await save.click()
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await expect(page).toHaveURL(/\/private\//)
      const title = 'Code Assistant: Write a function that adds two numbers and returns the'
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('Optimized AI prompt for Code tasks.')).toBeVisible()
      const [many] = await getSiteSql()`select count(*)::integer as posts from posts where title = ${title}`
      expect(many?.posts).toBe(1)
    })
  })

  test('asks visitors to sign in and keeps their text', { tag: '@full' }, async ({ page }) => {
    await open(page)
    await optimize(page, 'Write a poem')
    await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(prompt(page)).toHaveValue('Write a poem')
  })

  test('reports an empty prompt and one that is too long', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    await open(page)
    await submit(page)
    await expect(page.getByText('Prompt is required')).toBeVisible()
    await expect(page.getByText('Please enter a prompt to optimize', { exact: true })).toBeVisible()
    await expect(prompt(page)).toHaveAttribute('aria-invalid', 'true')
    await prompt(page).fill('x'.repeat(5_001))
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Prompt must be at most 5000 characters')).toBeVisible()
    await expect(page.getByText('5001/5000')).toBeVisible()
  })

  test('limits models to the type and to five, and filters them while the user types', {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context)
    await open(page)
    const models = page.getByRole('combobox', { name: 'AI Model' })
    const options = page.getByRole('listbox', { name: 'AI Model' }).getByRole('option')
    const option = (name: string) => page.getByRole('option', { name, exact: true })
    await models.click()
    for (const name of ['ChatGPT', 'Claude', 'Gemini', 'Llama', 'Grok']) await option(name).click()
    await expect(page.getByText('Selected: 5/5 models')).toBeVisible()
    await expect(option('Mistral')).toHaveAttribute('aria-disabled', 'true')
    await models.fill('diff')
    await expect(options).toHaveText(['Stable Diffusion', 'Stable Video Diffusion'])
    await page.keyboard.press('Escape')
    await page.getByLabel('Type (optional)').selectOption('Image')
    await expect(page.getByText('Selected: 0/5 models')).toBeVisible()
    await models.click()
    await expect(options).toHaveCount(8)
    await option('Midjourney').click()
    await option('-- (No specific model)').click()
    await expect(page.getByText('Selected: 0/5 models')).toBeVisible()
    await models.click()
    await option('Midjourney').click()
    await page.keyboard.press('Escape')
    await optimize(page, 'a red fox')
    await expect(result(page)).toContainText('--ar 1:1')
  })

  test('opens a new post with its fields filled in from a result', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await signIn(context)
    await open(page)
    await page.getByLabel('Type (optional)').selectOption('Code')
    await optimize(page, 'Write a function that adds two numbers')
    await page.getByRole('button', { name: 'Use as new post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Post' })
    await expect(dialog.getByLabel('Title')).toHaveValue(
      'Code Assistant: Write a function that adds two numbers',
    )
    await expect(dialog.getByLabel('AI Prompt')).toHaveValue(
      /## Task\nWrite a function that adds two numbers/,
    )
    await expect(dialog.getByRole('radio', { name: 'Code' })).toBeChecked()
  })

  test('refines a result, opens it again later and deletes it', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await signIn(context)
    await open(page)
    await optimize(page, 'Plan a walk')
    await expect(result(page)).toContainText('Format: ')
    await page.getByRole('button', { name: 'Present the answer as a table.' }).click()
    await expect(result(page)).toContainText('- Present the answer as a table.')
    await expect(result(page)).not.toContainText('Format: ')
    await page.getByLabel('What would you like to change?').fill('Mention the dog')
    await page.getByRole('button', { name: 'Refine', exact: true }).click()
    await expect(result(page)).toContainText('- Mention the dog')
    const rows = page.getByRole('button', { name: 'Open: Plan a walk' })
    await expect(rows).toHaveCount(3)
    await page.reload()
    await waitForHydration(page)
    await rows.last().click()
    await expect(result(page)).toContainText('Format: ')
    await expect(rows.last()).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Delete: Plan a walk' }).first().click()
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByRole('button', { name: 'Delete: Plan a walk' }).first().click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(rows).toHaveCount(2)
  })

  test.describe('when requests fail', () => {
    test.use({ expectedErrors: [/ERR_FAILED/] })
    test('keeps the text of a failed refinement, and can retry a failed deletion', { tag: '@full' }, async ({
      page,
      context,
    }) => {
      await signIn(context)
      await open(page)
      await optimize(page, 'Plan a sail')
      await expect(result(page)).toContainText('Format: ')
      await page.route('**/api/optimize-prompt', (route) => route.abort())
      const wish = page.getByLabel('What would you like to change?')
      await wish.fill('Mention the tide')
      await wish.press('Enter')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect(wish).toHaveValue('Mention the tide')
      await page.route('**/api/user/optimizations/*', (route) => route.abort())
      await page.getByRole('button', { name: 'Delete: Plan a sail' }).click()
      const yes = page.getByRole('button', { name: 'Delete', exact: true })
      await yes.click()
      await expect(page.getByText('Failed to delete optimization', { exact: true })).toBeVisible()
      await page.unroute('**/api/user/optimizations/*')
      await yes.click()
      await expect(yes).toHaveCount(0)
    })
  })

  test('keeps typed text and choices across a reload', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    await open(page)
    await page.getByLabel('Type').selectOption('Video')
    await prompt(page).fill('A train at dawn')
    await page.reload()
    await expect(prompt(page)).toHaveValue('A train at dawn')
    await expect(page.getByLabel('Type')).toHaveValue('Video')
  })

  test("continues a visitor's request after signing in without retyping", { tag: '@full' }, async ({
    page,
  }) => {
    const { email } = await signUpAsMember(page)
    await clearSession(page)
    for (const url of ['/optimize', '/']) {
      await open(page, url)
      if (url === '/') await page.getByRole('link', { name: /Optimize it/ }).click()
      await page.getByLabel('Type (optional)').selectOption('Text')
      await optimize(page, 'Write a poem about rain')
      const dialog = page.getByRole('dialog', { name: 'Sign In Required' })
      const popup = page.waitForEvent('popup')
      await dialog.getByRole('button', { name: /continue/i }).click()
      const provider = await popup
      await fillSignIn(provider, email)
      await returnFromPopup(page, provider)
      await expect(result(page)).toContainText('You are a poet')
      await expect(prompt(page)).toHaveValue('Write a poem about rain')
      await expect(page).toHaveURL(url)
      await clearSession(page)
    }
  })

  test('opens from the home page and shows the same form', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    await open(page, '/')
    await page.getByRole('link', { name: /Optimize it/ }).click()
    await optimize(page, 'Write a toast')
    await expect(result(page)).toContainText('speechwriter')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(prompt(page)).toHaveCount(0)
  })

  test('shows markup in a prompt as text', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context)
    await open(page)
    await optimize(page, 'Explain <img src=x onerror=alert(1)> and <b>bold</b>')
    await expect(result(page)).toContainText('<img src=x onerror=alert(1)>')
    await page.getByRole('button', { name: 'Show changes' }).click()
    await expect(result(page).locator('img, b')).toHaveCount(0)
  })

  test('says that a prompt is unchanged if there is nothing to add', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await signIn(context)
    await open(page)
    await page.getByLabel('Type (optional)').selectOption('Text')
    await optimize(page, '# Goal\nPlan a garden\n\n# Rules\n- no pesticides')
    await expect(page.getByText('Your prompt already covers the essentials. Nothing changed.')).toBeVisible()
  })
})

test.describe('with an AI service', () => {
  let ai: AiService
  let site: Awaited<ReturnType<typeof startServer>>
  let dataDir = ''
  let username = ''

  // A second server runs on the same database, because the AI service is a server setting.
  test.beforeAll(async () => {
    ai = await startAiService()
    dataDir = await mkdtemp(path.join(tmpdir(), 'prompts-optimizer-'))
    site = await startServer(dataDir, process.env.SITE_DATABASE_URL ?? '', ai.env)
  })
  test.afterAll(async () => {
    await stopServer(site.server)
    ai.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  test.beforeEach(async ({ context }) => {
    Object.assign(ai, { next: [], always: { does: 'answers' }, aborted: 0 })
    username = await signIn(context)
  })
  const openThere = (page: Page) => open(page, `${site.url}/optimize`)

  test('streams the result and then shows it whole', { tag: '@full' }, async ({ page }) => {
    ai.next = [{ does: 'answers', text: 'One two three four five six', pieces: 6, everyMs: 400 }]
    await openThere(page)
    await expect(page.getByText('An AI service rewrites your prompt.', { exact: false })).toBeVisible()
    await optimize(page, 'Count')
    await expect(page.getByRole('button', { name: 'Optimizing…' })).toBeDisabled()
    await expect(result(page)).toContainText('One')
    await expect(result(page)).not.toContainText('six')
    await expect(result(page)).toHaveAttribute('aria-busy', 'true')
    await expect(result(page)).toContainText('One two three four five six')
    await expect(page.getByRole('button', { name: 'Copy prompt' })).toBeVisible()
  })

  test('can be cancelled, which also ends the request to the service', { tag: '@full' }, async ({ page }) => {
    ai.always = { does: 'answers', text: 'word '.repeat(200), pieces: 200, everyMs: 100 }
    await openThere(page)
    await optimize(page, 'Write a very long poem')
    await expect(result(page)).toContainText('word')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(result(page)).toHaveCount(0)
    await expect.poll(() => ai.aborted).toBe(1)
    await expect(prompt(page)).toHaveValue('Write a very long poem')
    await expect(page.getByText('Optimization failed')).toHaveCount(0)
  })

  test.describe('that fails', () => {
    test.use({ expectedErrors: [/status of 503/] })

    test('reports the failure and can be retried', { tag: '@full' }, async ({ page }) => {
      ai.next = [{ does: 'cuts off' }, { does: 'refuses', status: 401 }]
      await openThere(page)
      await optimize(page, 'Write a poem')
      await expect(page.getByText('Optimization failed', { exact: true })).toBeVisible()
      const message = 'The AI service stopped before it finished. Please try again.'
      await expect(page.getByRole('listitem').getByText(message)).toBeVisible()
      await expect(page.getByRole('main').getByText(message)).toBeVisible()
      // The toast has already announced the error, so the page must not announce it again.
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      await expect(result(page)).toHaveCount(0)
      // The text received so far is kept and marked as incomplete.
      await expect(page.getByRole('group', { name: 'Incomplete result' })).toContainText('piece 0 piece 1')
      await expect(page.getByText('The AI service stopped here.', { exact: false })).toBeVisible()
      await expect(page.getByText(/unchanged|nothing changed/i)).toHaveCount(0)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('group', { name: 'Incomplete result' })).toHaveCount(0)
      await expect(page.getByText(/unchanged|nothing changed/i)).toHaveCount(0)
      await expect(
        page.getByRole('main').getByText('The AI service is unavailable right now. Please try again later.'),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(result(page)).toContainText('Better: Write a poem')
      await expect(page.getByRole('main').getByText('The AI service is unavailable')).toHaveCount(0)
    })

    for (const always of [{ does: 'refuses', status: 500 }, { does: 'html' }, { does: 'megabyte' }] as const)
      test(`reports that the service ${Object.values(always).join(' ')} and keeps the entered text`, {
        tag: '@full',
      }, async ({ page }) => {
        ai.always = always
        await openThere(page)
        await optimize(page, 'Write a poem about rain')
        await expect(page.getByText('Optimization failed', { exact: true })).toBeVisible({ timeout: 15_000 })
        await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
        await expect(prompt(page)).toHaveValue('Write a poem about rain')
        ai.always = { does: 'answers' }
        await page.getByRole('button', { name: 'Try again' }).click()
        await expect(result(page)).toContainText('Better: Write a poem about rain')
      })
  })

  test('retries a service that is busy at first without an error', { tag: '@full' }, async ({ page }) => {
    ai.next = [{ does: 'refuses', status: 429 }]
    await openThere(page)
    await optimize(page, 'Write a poem')
    await expect(result(page)).toContainText('Better: Write a poem')
    await expect(page.getByText('Optimization failed')).toHaveCount(0)
  })

  test('keeps the earlier result during a refinement and after cancelling it', { tag: '@full' }, async ({
    page,
  }) => {
    await openThere(page)
    await optimize(page, 'Write a poem')
    await expect(result(page)).toContainText('Better: Write a poem')
    ai.next = [{ does: 'hangs' }]
    await page.getByRole('button', { name: 'Keep the answer short' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(result(page)).toContainText('Better: Write a poem')
    await page.getByRole('button', { name: 'Keep the answer short' }).click()
    await expect(result(page)).toContainText(
      'Better: Better: Write a poem (Keep the answer short and to the point.)',
    )
  })

  test.describe('when the session has ended', () => {
    test.use({ expectedErrors: [/status of 401/] })

    test('asks to sign in instead of reporting a failure', { tag: '@full' }, async ({ page }) => {
      await openThere(page)
      // The history must have loaded; otherwise its request would be the one that asks the user to sign in.
      await expect(page.getByText('Your past optimizations appear here')).toBeVisible()
      await getSiteSql()`delete from sessions where user_id = (select id from users where username = ${username})`
      await optimize(page, 'Write a poem')
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(page.getByText('Optimization failed')).toHaveCount(0)
    })
  })
})
