import { clearSession } from './support/accounts.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { fillLegalNotice } from './support/legal-notice.ts'
import { createMemberSession, getSiteSql, setSession } from './support/members.ts'
import { generateTitle } from './support/posts.ts'
import { openAsMember, openHydratedPage, seedPostByMember, seedTopic } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/40[349] \((Forbidden|Not Found|Conflict)\)/] })

/** The cases of other tests would be in the same queue. */
test.beforeEach(async () => {
  await getSiteSql()`update moderation_cases set is_open = false`
})

/** Stores a report, for tests that begin in the queue. */
const seedReport = async (post: { id: number; title: string }, by: string, reason = 'Something else') => {
  const sql = getSiteSql()
  const [row] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, post_id, topic_id, author_id, excerpt)
    select 'post', p.id, p.id, p.topic_id, p.user_id, p.title from posts p where id = ${post.id} returning id`
  const id = row?.id ?? 0
  await sql`
    insert into reports (case_id, subject_kind, subject_id, reporter_id, reason, words)
    select ${id}, 'post', ${post.id}, id, ${reason}, 'Look at this' from users where username = ${by}`
  return id
}

test('a member reports a post, a moderator removes it, undoes it, and the member reads what was decided', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [author, reporter] = [await createMemberSession(), await createMemberSession()]
  const moderator = await createMemberSession({ isModerator: true })
  const post = await seedPostByMember(author.username, { title: generateTitle('Spam') })
  await setSession(context, reporter.token)

  await test.step('the member reports it once', async () => {
    await openHydratedPage(page, post.path)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Choose a reason')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Spam or advertising (rule 4)' }).check()
    await dialog.getByLabel('Details (optional)').fill('It sells watches')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Thank you. You will be told what was decided.').first()).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Report…' }).click()
    await dialog.getByRole('radio', { name: 'Something else' }).check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('You have already reported this')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/reports')
    const reports = page.getByRole('list', { name: 'Your reports' })
    await expect(reports.getByText('Waits for a decision')).toBeVisible()
  })

  const staff = await openAsMember(browser, baseURL, moderator)
  await test.step('the moderator decides with the keyboard, and the case is claimed meanwhile', async () => {
    await openHydratedPage(staff, '/')
    await staff.getByRole('button', { name: 'Account menu, 1 waiting in moderation' }).click()
    await staff.getByRole('menuitem', { name: 'Moderation (1 waiting)' }).click()
    await expect(staff.getByRole('list', { name: 'Cases' })).toBeVisible()
    await staff.keyboard.press('j')
    await expect(staff.getByRole('link', { name: new RegExp(post.title) })).toBeFocused()
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('heading', { name: post.title })).toBeFocused()
    await expect(staff.getByText('It sells watches')).toBeVisible()
    await staff.keyboard.press('r')
    const dialog = staff.getByRole('dialog', { name: 'Remove this?' })
    await expect(dialog.getByRole('combobox', { name: 'Reason' })).toHaveValue('Spam or advertising (rule 4)')
    await dialog.getByLabel('Words to the author (optional)').fill('Please do not sell here')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(staff.getByText('Nothing waits for you')).toBeVisible()
    await expect(staff.getByText('Removed', { exact: true })).toBeVisible()
    expect((await page.goto(post.path))?.status()).toBe(404)
  })

  await test.step('the member is notified and reads the decision', async () => {
    await page.goto('/notifications')
    await page.getByRole('link', { name: /Your report was decided/ }).click()
    await expect(page).toHaveURL('/reports')
    await expect(page.getByText('Please do not sell here')).toBeVisible()
    await expect(page.getByText('Removed', { exact: true })).toBeVisible()
  })

  await test.step('the moderator undoes it in the decided case, with words', async () => {
    await staff.getByRole('link', { name: 'Decided', exact: true }).click()
    await staff.getByRole('link', { name: new RegExp(post.title) }).click()
    await expect(staff.getByText('Readers do not see it now.')).toBeVisible()
    await staff.getByRole('button', { name: 'Undo: Removed' }).click()
    const dialog = staff.getByRole('dialog', { name: 'Undo this decision?' })
    await dialog.getByLabel('Words to the author (optional)').fill('It was a mistake')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(staff.getByText(/· It was a mistake$/)).toBeVisible()
    expect((await page.goto(post.path))?.status()).toBe(200)
    await page.goto('/reports')
    await expect(page.getByText('Undone later')).toBeVisible()
  })
  await staff.context().close()
})

test('a moderator dismisses a case, undoes it from the message, and labels the post instead', async ({
  page,
  context,
}) => {
  const [author, reporter] = [await createMemberSession(), await createMemberSession()]
  const post = await seedPostByMember(author.username, { title: generateTitle('Old') })
  const next = await seedPostByMember(author.username, { title: generateTitle('Next') })
  const id = await seedReport(post, reporter.username)
  await seedReport(next, reporter.username)
  await setSession(context, (await createMemberSession({ isModerator: true })).token)
  await openHydratedPage(page, `/moderation?case=${id}`)
  await page.keyboard.press('d')
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(page.getByRole('heading', { name: next.title })).toBeFocused()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: post.title })).toBeVisible()
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Change labels' })
  await dialog.getByRole('checkbox', { name: 'Outdated' }).check()
  await dialog.getByRole('button', { name: 'Change labels' }).click()
  await expect(page.getByText('Changed labels', { exact: true }).last()).toBeVisible()
  const [row] = await getSiteSql()<{ labels: string[] }[]>`select labels from posts where id = ${post.id}`
  expect(row?.labels).toEqual(['outdated'])
})

test('two moderators see who works on a case, and the later one cannot decide it', { tag: '@full' }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [author, reporter] = [await createMemberSession(), await createMemberSession()]
  const [ada, ben] = [
    await createMemberSession({ isModerator: true }),
    await createMemberSession({ isModerator: true }),
  ]
  const post = await seedPostByMember(author.username, { title: generateTitle('Disputed') })
  const id = await seedReport(post, reporter.username)
  await setSession(context, ada.token)
  await openHydratedPage(page, `/moderation?case=${id}`)
  const other = await openAsMember(browser, baseURL, ben)
  await openHydratedPage(other, `/moderation?case=${id}`)
  await page.keyboard.press('c')
  await expect(page.getByRole('status').getByText('You are working on this')).toBeVisible()
  // The other page does not know yet that the case is taken.
  await other.getByRole('button', { name: 'Warn…' }).click()
  await expect(other.getByText('Another moderator is working on this case').first()).toBeVisible()
  await expect(other.getByRole('status').getByText(`${ada.username} is working on this`)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Warn…' })).toBeDisabled()
  await page.getByRole('button', { name: 'Give it back' }).click()
  await expect(page.getByRole('button', { name: 'Take this case' })).toBeVisible()
  await page.getByLabel('Note', { exact: true }).first().fill('Ask Ben about this author')
  await page.getByRole('button', { name: 'Add note' }).first().click()
  await other.reload()
  await expect(other.getByText('Ask Ben about this author')).toBeVisible()
  await other.context().close()
})

test('a moderator of a topic opens cases about it from menus and decides them, and sees no others', async ({
  page,
  context,
}) => {
  const topic = await seedTopic()
  const [author, reporter] = [await createMemberSession(), await createMemberSession()]
  const inside = await seedPostByMember(author.username, { title: generateTitle('In'), topicId: topic.id })
  const outside = await seedPostByMember(author.username, { title: generateTitle('Out') })
  const hidden = await seedReport(outside, reporter.username)
  await setSession(context, (await createMemberSession({ moderatedTopics: [topic.id] })).token)
  await openHydratedPage(page, inside.path)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Moderate…' }).click()
  await expect(page.getByRole('heading', { name: inside.title, level: 2 })).toBeFocused()
  await expect(page.getByText('Opened by a moderator')).toHaveCount(2)
  await getSiteSql()`
    insert into reports (case_id, subject_kind, subject_id, reason, words, is_legal, name, email, confirmed_at)
    select id, 'post', subject_id, 'Other', 'It copies my book', true, 'Kestrel', 'kestrel@example.org', now()
    from moderation_cases where subject_id = ${inside.id} and is_open`
  await page.reload()
  await expect(page.getByText('It copies my book')).toBeVisible()
  await expect(page.getByText(/kestrel/i)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Suspend…' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: `Notes on ${author.username}` })).toHaveCount(0)
  await expect(page.getByText(outside.title)).toHaveCount(0)
  await page.goto(`/moderation?case=${hidden}`)
  await expect(page.getByText('This case does not exist, or is not yours to decide.')).toBeVisible()
  const origin = new URL(page.url()).origin
  const refused = await page.request.post(`/api/moderation/cases/${hidden}/decisions`, {
    data: { action: 'remove', reason: 'Something else', words: '' },
    headers: { origin },
  })
  expect(refused.status()).toBe(404)
  await openHydratedPage(page, outside.path)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Report…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Moderate…' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await openHydratedPage(page, '/moderation')
  await page.getByRole('link', { name: new RegExp(inside.title) }).click()
  await expect(page.getByRole('heading', { name: inside.title, level: 2 })).toBeFocused()
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog', { name: 'Hide this until its author edits it?' })
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await dialog.getByRole('option', { name: 'Something else' }).click()
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await page.goto('/moderation?tab=accounts')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await clearSession(page)
  expect((await page.goto(inside.path))?.status()).toBe(404)
})

test('members report comments and profiles, and visitors send a legal notice', async ({ page, context }) => {
  const author = await createMemberSession()
  const post = await seedPostByMember(author.username, { title: generateTitle('Talk') })
  const sql = getSiteSql()
  await sql`
    insert into comments (post_id, user_id, content)
    select ${post.id}, id, 'An unkind word' from users where username = ${author.username}`
  await sql`update posts set comment_count = 1 where id = ${post.id}`
  await openHydratedPage(page, post.path)
  await page.getByRole('link', { name: 'Report this post' }).click()
  await expect(page.getByRole('heading', { name: 'Report illegal content' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /address/i })).toHaveValue(new RegExp(`${post.path}$`))
  await fillLegalNotice(page)
  await page.getByRole('button', { name: 'Send report' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Report sent' })).toBeVisible()
  const [notice] = await sql`
    select c.is_open, r.is_legal, r.name from reports r join moderation_cases c on c.id = r.case_id
    where c.subject_kind = 'post' and c.subject_id = ${post.id}`
  expect(notice).toEqual({ isOpen: true, isLegal: true, name: 'Ada Lovelace' })
  await setSession(context, (await createMemberSession()).token)
  await openHydratedPage(page, post.path)
  await page
    .getByRole('article', { name: /^Comment by/ })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  await expect(page.getByRole('dialog', { name: 'Report this comment' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openHydratedPage(page, `/u/${author.username}`)
  await page.getByRole('button', { name: `More about ${author.username}` }).click()
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  await expect(page.getByRole('dialog', { name: 'Report this member' })).toBeVisible()
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`the queue fits ${width} px in both themes`, { tag: '@full' }, async ({ page, context }, testInfo) => {
    await page.setViewportSize({ width, height })
    const [author, reporter] = [await createMemberSession(), await createMemberSession()]
    const post = await seedPostByMember(author.username, { title: generateTitle('A long title to wrap') })
    const id = await seedReport(post, reporter.username, 'Hidden or harmful instructions (rule 5)')
    await seedReport(await seedPostByMember(author.username, { title: 'Second' }), reporter.username)
    await setSession(context, (await createMemberSession({ isModerator: true })).token)
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    for (const path of ['/moderation', `/moderation?case=${id}`]) {
      await openHydratedPage(page, path)
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
      expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
      await page.screenshot({ path: testInfo.outputPath(`${path.includes('case') ? 'case' : 'list'}.png`) })
    }
    await page.keyboard.press('t')
    await expect(page.getByRole('dialog', { name: 'Change topic and tags' })).toBeVisible()
    expect(await findViolationsInBothThemes(page)).toEqual(NO_VIOLATIONS)
    await page.screenshot({ path: testInfo.outputPath('decision.png') })
  })

test('readers see labels and nothing by suspended members, who read what was hidden and delete their posts', async ({
  page,
  context,
}) => {
  const author = await createMemberSession({ isSuspended: true })
  const labeled = await seedPostByMember(author.username, { title: generateTitle('Labeled') })
  const post = await seedPostByMember(author.username, { title: generateTitle('Hidden') })
  const sql = getSiteSql()
  await sql`update posts set labels = '{misleading}' where id = ${labeled.id}`
  await sql`update posts set restriction = 'hidden', is_private = true, private_id = gen_random_uuid()::text, restricted_since = now() where id = ${post.id}`
  await openHydratedPage(page, labeled.path)
  await expect(page.getByRole('article').getByText('misleading')).toBeVisible()
  await page.goto(`/u/${author.username}`)
  await expect(page.getByText('This account is suspended')).toBeVisible()
  await expect(page.getByText(labeled.title)).toHaveCount(0)
  await setSession(context, author.token)
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydratedPage(page, post.path)
  await expect(page.getByText('Moderators have hidden this post.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your account is suspended' })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('author.png') })
  await openHydratedPage(page, labeled.path)
  await page.getByRole('button', { name: /^(More|Post options)$/ }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await page
    .getByRole('button', { name: /^Delete/ })
    .last()
    .click()
  await expect(page).toHaveURL('/')
  expect((await page.goto(labeled.path))?.status()).toBe(404)
})
