import type { Page } from '@playwright/test'
import { createMemberSession, getSiteSql, setSession } from './support/members.ts'
import { generateTitle } from './support/posts.ts'
import { openAsMember, openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/40[349] \((Forbidden|Not Found|Conflict)\)/] })

test.beforeEach(async () => {
  await getSiteSql()`update moderation_cases set is_open = false`
})

const MAX_STEPS = 120

/** Presses Tab until something with this role and name has the focus, as somebody without a mouse does. */
const tabTo = async (page: Page, role: 'button' | 'link' | 'textbox' | 'combobox', name: string | RegExp) => {
  const target = page.getByRole(role, { name }).first()
  await expect(target).toBeVisible()
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

/** The focus must be on something, not lost to the page. */
const expectFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

test('a case is claimed, noted, decided, undone and appealed with the keyboard alone', {
  tag: '@full',
}, async ({ page, context, browser, baseURL }) => {
  const [author, reporter] = [await createMemberSession(), await createMemberSession()]
  const post = await seedPostByMember(author.username, { title: generateTitle('Keys') })
  const sql = getSiteSql()
  const [row] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, post_id, topic_id, author_id, excerpt)
    select 'post', p.id, p.id, p.topic_id, p.user_id, p.title from posts p where id = ${post.id} returning id`
  await sql`
    insert into reports (case_id, subject_kind, subject_id, reporter_id, reason, words)
    select ${row?.id ?? 0}, 'post', ${post.id}, id, 'Something else', 'Look at this' from users where username = ${reporter.username}`
  const staff = await openAsMember(browser, baseURL, await createMemberSession({ isModerator: true }))
  const { keyboard } = staff
  const heading = staff.getByRole('heading', { name: post.title, level: 2 })

  await test.step('the list leads to the case, and c takes it', async () => {
    await openHydratedPage(staff, '/moderation')
    await expect(staff.getByRole('list', { name: 'Cases' })).toBeVisible()
    await keyboard.press('j')
    await keyboard.press('Enter')
    await expect(heading).toBeFocused()
    await keyboard.press('c')
    await expect(staff.getByRole('status').getByText('You are working on this')).toBeVisible()
    await expectFocus(staff)
  })

  await test.step('a note is written', async () => {
    await tabTo(staff, 'textbox', 'Note')
    await keyboard.type('Asked the others')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect(staff.getByText('Asked the others')).toHaveCount(1)
    await expect(staff.getByRole('button', { name: 'Add note' }).first()).toBeFocused()
  })

  await test.step('a dialog that is left gives the focus back, and the decision is made in it', async () => {
    await tabTo(staff, 'button', /^Remove…/)
    await keyboard.press('Enter')
    await expect(staff.getByRole('dialog', { name: 'Remove this?' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(staff.getByRole('button', { name: /^Remove…/ })).toBeFocused()
    await keyboard.press('r')
    const dialog = staff.getByRole('dialog', { name: 'Remove this?' })
    await expect(dialog).toBeVisible()
    await tabTo(staff, 'textbox', 'Words to the author (optional)')
    await keyboard.type('Rule 4 says why')
    await tabTo(staff, 'button', 'Remove')
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(staff.getByText('Nothing waits for you')).toBeVisible()
  })

  await test.step('the author reads the statement and appeals', async () => {
    await setSession(context, author.token)
    await openHydratedPage(page, '/statements')
    await tabTo(page, 'link', new RegExp(post.title))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Decision about your post' })).toBeVisible()
    await tabTo(page, 'textbox', 'Why it is wrong')
    await page.keyboard.type('It sells nothing.')
    await tabTo(page, 'button', 'Send appeal')
    await page.keyboard.press('Enter')
    await expect(page.getByText('It waits for an answer. You will be told.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your appeal' })).toBeFocused()
  })

  await test.step('the decided case is found, and its decision undone', async () => {
    await tabTo(staff, 'link', 'Decided')
    await keyboard.press('Enter')
    const link = staff.getByRole('link', { name: new RegExp(post.title) })
    await expect(link).toContainText('Removed')
    await expect(link).toContainText('Something else')
    await keyboard.press('j')
    await keyboard.press('Enter')
    await expect(heading).toBeFocused()
    await tabTo(staff, 'button', 'Undo: Removed')
    await keyboard.press('Enter')
    await tabTo(staff, 'textbox', 'Words to the author (optional)')
    await keyboard.type('It was a mistake')
    await tabTo(staff, 'button', 'Undo')
    await keyboard.press('Enter')
    await expect(staff.getByRole('dialog')).toBeHidden()
    await expect(staff.getByText(/· It was a mistake$/)).toBeVisible()
    await expectFocus(staff)
  })

  await test.step('an admin answers the appeal', async () => {
    const other = await openAsMember(browser, baseURL, await createMemberSession({ isAdmin: true }))
    await sql`update moderation_decisions set reversed_at = null where case_id = ${row?.id ?? 0}`
    await openHydratedPage(other, '/moderation?tab=appeals')
    await tabTo(other, 'textbox', 'Your answer')
    await other.keyboard.type('The rule is clear.')
    await tabTo(other, 'button', /^Reject/)
    await other.keyboard.press('Enter')
    await expect(other.getByText('No appeals wait')).toBeVisible()
    await expectFocus(other)
    await other.context().close()
  })
  await staff.context().close()
})
