import { expect } from '@playwright/test'
import { browserEngines, type EnginePage } from './support/engines.ts'
import { createMemberSession, getSiteSql } from './support/members.ts'
import { test } from './support/with-site.ts'

const url = (path: string) => `${process.env.SITE_URL}${path}`

const MARK = 'data-engine-target'

/**
 * Sets an attribute on the visible element with this role and name so that a CSS selector can find it. Runs
 * in the page.
 */
const mark = (attribute: string, role: string, name: string): boolean => {
  const selectors: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    field: 'input, textarea',
  }
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    element.textContent ??
    ''
  for (const old of document.querySelectorAll(`[${attribute}]`)) old.removeAttribute(attribute)
  const scope = document.querySelector('[role=dialog]') ?? document
  const usable = [...scope.querySelectorAll(selectors[role] ?? role)].filter(
    (element) =>
      element.getClientRects().length > 0 &&
      // Only elements that React has hydrated have a property whose name starts with `__react`.
      Object.keys(element).some((key) => key.startsWith('__react')),
  )
  // A button's text may end with its keyboard shortcut.
  const found =
    usable.find((element) => nameOf(element).trim() === name) ??
    usable.find((element) => nameOf(element).trim().startsWith(name))
  found?.setAttribute(attribute, '')
  return found !== undefined
}

const find = async (page: EnginePage, role: 'button' | 'link' | 'field', name: string): Promise<string> => {
  await expect
    .poll(
      () =>
        page.evaluate(`(${mark})(${JSON.stringify(MARK)}, ${JSON.stringify(role)}, ${JSON.stringify(name)})`),
      {
        message: `a ${role} called ${name}`,
      },
    )
    .toBe(true)
  return `[${MARK}]`
}

/**
 * Polls a stored value. Evaluates a script in the page first because WebKit, if it runs without a window
 * manager, throttles the page as if it were in the background.
 */
const expectStored = (page: EnginePage, count: () => Promise<unknown>, expected: unknown) =>
  expect.poll(() => page.evaluate('document.title').then(count)).toBe(expected)

const expectText = (page: EnginePage, text: string) =>
  expect.poll(() => page.evaluate('document.body.innerText'), { message: text }).toContain(text)

const openPage = async (page: EnginePage, path: string) => {
  await page.goto(url(path))
  // The page is hydrated once React has added its own property to the main element.
  await expect
    .poll(() =>
      page.evaluate(
        "Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))",
      ),
    )
    .toBe(true)
}

for (const { name, open } of browserEngines) {
  test.describe(name, () => {
    test.skip(open === null, `${name} is not installed`)
    let page: EnginePage

    test.beforeAll(async () => {
      if (open) page = await open()
    })
    test.afterAll(() => page?.close())

    test('a visitor searches, opens a post and goes back', { tag: '@full' }, async () => {
      const [post] = await getSiteSql()<{ id: number; title: string }[]>`
        select id, title from posts where not is_private order by score desc, id limit 1`
      const title = post?.title ?? ''
      await openPage(page, `/?q=${encodeURIComponent(title)}`)
      const link = await find(page, 'link', title)
      await page.click(link)
      await expectText(page, 'Write a comment')
      await expect.poll(() => page.evaluate('document.title')).toContain(title)
      await page.evaluate('history.back()')
      await expect.poll(() => page.evaluate('location.search')).toContain('q=')
      await find(page, 'link', title)
    })

    test('a member publishes a post, votes on another and comments', { tag: '@full' }, async () => {
      const { username, token } = await createMemberSession()
      await openPage(page, '/new')
      await page.setCookie('session', token)
      await openPage(page, '/new')
      await page.click(await find(page, 'button', 'Create Post'))
      const title = `Published in ${name} by ${username}`
      await page.type(await find(page, 'field', 'Title'), title)
      await page.type(await find(page, 'field', 'Description'), 'What it does')
      await page.type(await find(page, 'field', 'AI Prompt'), 'Do it step by step.')
      await page.click(await find(page, 'button', 'Create Post'))
      // Publishing a post opens its page.
      await expect.poll(() => page.evaluate('document.title')).toContain(title)

      const [other] = await getSiteSql()<{ id: number; score: number }[]>`
        select p.id, p.score from posts p join users u on u.id = p.user_id
        where not p.is_private and u.username <> ${username} order by p.id limit 1`
      await openPage(page, `/post/${other?.id}`)
      await page.click(await find(page, 'button', 'Upvote'))
      await expect
        .poll(() => page.evaluate("document.querySelector('[data-act=upvote]').ariaPressed"))
        .toBe('true')
      const score = async () =>
        (await getSiteSql()`select score from posts where id = ${other?.id ?? 0}`)[0]?.score
      await expectStored(page, score, (other?.score ?? 0) + 1)

      const comment = `Written in ${name}`
      await page.type(await find(page, 'field', 'Write a comment'), comment)
      await page.click(await find(page, 'button', 'Comment'))
      await expectText(page, comment)
      const comments = async () =>
        (await getSiteSql()`select 1 from comments where content = ${comment}`).length
      await expectStored(page, comments, 1)
    })
  })
}
