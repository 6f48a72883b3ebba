import type { Page } from '@playwright/test'
import { adminTabs } from '#features/admin/web/panel-state.ts'
import { adminTexts } from '#features/admin/web/texts.ts'
import { findViolationsInBothThemes, NO_VIOLATIONS } from './support/axe.ts'
import { getSiteSql, signIn } from './support/members.ts'
import { pauseRequests } from './support/pause-requests.ts'
import { chooseOption, generateTitle } from './support/posts.ts'
import { openHydratedPage, seedPostByMember, signInAnotherMember } from './support/scenes.ts'
import { expect, test, waitForApiCalls, waitForHydration } from './support/test.ts'

const open = async (page: Page, query: string) => {
  await openHydratedPage(page, `/admin?${query}`)
}
const rowOf = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const aMember = async (): Promise<{ id: number; username: string }> => {
  const username = generateTitle('m').replaceAll(' ', '')
  const [row] = await getSiteSql()<{ id: number }[]>`
    insert into users (username, google_id, profile_completed, email)
    values (${username}, ${`test:${username}`}, true, ${`${username}@example.net`}) returning id`
  return { id: row?.id ?? 0, username }
}

for (const width of [375, 1280] as const) {
  test.describe(`at ${width} px`, { tag: width === 375 ? [] : '@full' }, () => {
    test.use({ viewport: { width, height: 800 } })

    test('searches, mutes, unmutes and, after two confirmations, deletes a user', async ({
      page,
      context,
    }) => {
      await signIn(context, { isAdmin: true })
      const { id, username } = await aMember()
      await open(page, 'tab=users')
      await page.getByRole('searchbox', { name: 'Search users' }).fill(username.toUpperCase())
      await page.getByRole('tabpanel').getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL(/tab=users&q=/)
      const row = rowOf(page, username)
      await expect(row).toHaveCount(1)
      await row.getByRole('button', { name: `Mute ${username}` }).click()
      const question = page.getByRole('dialog')
      await question.getByLabel('Reason (optional)').fill('Advertises everywhere')
      await chooseOption(question, 'Rule', 'Spam or advertising (rule 4)')
      await question.getByRole('button', { name: 'Mute', exact: true }).click()
      await expect(row.getByText('Muted', { exact: true })).toBeVisible()
      await row.getByRole('button', { name: `Unmute ${username}` }).click()
      await question.getByRole('button', { name: 'Unmute', exact: true }).click()
      await expect(row.getByText('Muted', { exact: true })).toHaveCount(0)
      const remove = row.getByRole('button', { name: `More about ${username}` })
      const chooseDelete = async () => {
        await remove.click()
        await page.getByRole('menuitem', { name: 'Delete account' }).click()
      }
      await chooseDelete()
      const title = `Permanently delete ${username}?`
      const last = page.getByRole('dialog', { name: title })
      await expect(last).toContainText('This deletes 0 posts')
      await page.keyboard.press('Escape')
      await expect(last).toHaveCount(0)
      await expect(remove).toBeFocused()
      await chooseDelete()
      await last.getByLabel('Reason (optional)').fill('Spam')
      const shown: string[] = []
      const answer = (isAccepted: boolean) =>
        page.once('dialog', (dialog) => {
          shown.push(`${dialog.type()} ${dialog.message()}`)
          void (isAccepted ? dialog.accept() : dialog.dismiss())
        })
      answer(false)
      await last.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(last.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled()
      answer(true)
      await last.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByText('No matches')).toBeVisible()
      await expect(page.getByRole('tabpanel')).toBeFocused()
      const confirmText = expect.stringContaining(`confirm ${title}\n\nThis deletes 0 posts`)
      expect(shown).toEqual([confirmText, confirmText])
      expect(
        await getSiteSql()`
          select action, target_name from audit_events where target_id = ${id} order by id`,
      ).toEqual(
        // The audit log keeps the actions on a deleted account but no personal data.
        ['mute-user', 'unmute-user', 'delete-user'].map((action) => ({
          action,
          targetName: 'deleted account',
        })),
      )
      expect(await getSiteSql()`select 1 from users where username = ${username}`).toHaveLength(0)
    })

    test('creates, edits, marks as hot and deletes a topic, and links to one that exists', async ({
      page,
      context,
    }) => {
      await signIn(context, { isAdmin: true })
      const name = generateTitle('Knots')
      await open(page, 'tab=topics&sort=newest')
      await page.getByRole('button', { name: 'Create topic' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create topic' }).click()
      await expect(dialog.getByText('Name is required')).toBeVisible()
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByLabel('Reason (optional)').fill('Sailors asked for it')
      await dialog.getByRole('button', { name: 'Create topic' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'View topic' })).toBeVisible()
      const row = rowOf(page, name)
      await row.getByRole('button', { name: `Mark HOT: ${name}` }).click()
      await expect(row.getByText('HOT', { exact: true })).toBeVisible()
      await row.getByRole('button', { name: `Edit ${name}` }).click()
      await dialog.getByLabel('Description').fill('Ropes')
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await expect(row.getByText('Ropes')).toBeVisible()
      await row.getByRole('button', { name: `Delete ${name}` }).click()
      await expect(dialog.getByText('It has no posts.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(row).toHaveCount(0)

      await open(page, `tab=audit&q=${encodeURIComponent(name)}`)
      await expect(
        rowOf(page, `Created topic ${name}`).getByText('Reason: Sailors asked for it'),
      ).toBeVisible()
      await expect(
        rowOf(page, `Created topic ${name}`).getByRole('button', { name: 'Add reason' }),
      ).toHaveCount(0)
      const hot = rowOf(page, `Marked HOT ${name}`)
      await hot.getByRole('button', { name: 'Add reason' }).click()
      await dialog.getByRole('button', { name: 'Save reason' }).click()
      await expect(dialog.getByText('A reason is required')).toBeVisible()
      await dialog.getByLabel('Reason').fill('The regatta')
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(hot.getByText(/^Reason: The regatta \(added/)).toBeVisible()
      await expect(hot.getByRole('button', { name: 'Add reason' })).toHaveCount(0)
      await expect(hot).toBeFocused()
    })
  })
}

test.describe('when requests fail', () => {
  test.use({ expectedErrors: [/status of (403|404|409|500)|ERR_FAILED/] })

  test('approves a topic request with edits or rejects it, and reports a failure inline', async ({
    page,
    context,
  }) => {
    await signIn(context, { isAdmin: true })
    const { id } = await aMember()
    const sql = getSiteSql()
    const [wish, no] = [generateTitle('Wish'), generateTitle('Never')]
    for (const name of [wish, no])
      await sql`insert into topic_requests (name, description, user_id) values (${name}, 'Please', ${id})`
    await sql`insert into topics (name, slug) values (${wish}, ${wish.toLowerCase().replaceAll(' ', '-')})`
    await open(page, 'tab=requests')
    await page.getByRole('button', { name: `Approve ${wish}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByText(`The topic ${wish} already exists`)).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Go to the topic' })).toBeVisible()
    await dialog.getByLabel('Name').fill(`${wish} two`)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, wish)).toHaveCount(0)
    await sql`delete from topic_requests where name = ${no}`
    await page.getByRole('button', { name: `Reject ${no}` }).click()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This request no longer exists')
  })

  test('keeps a user if counting or deleting fails, and says why in the dialog', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await signIn(context, { isAdmin: true })
    const { id, username } = await aMember()
    await page.route('**/belongings', (route) => route.abort())
    await open(page, `tab=users&q=${username}`)
    await page.getByRole('button', { name: `More about ${username}` }).click()
    await page.getByRole('menuitem', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    const remove = dialog.getByRole('button', { name: 'Delete', exact: true })
    await expect(dialog.getByRole('alert')).toContainText("We couldn't count what will be deleted.")
    await expect(remove).toBeDisabled()
    await page.unroute('**/belongings')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText('This deletes 0 posts')
    await dialog.getByLabel('Reason (optional)').fill('Spam')

    page.on('dialog', (dialog) => void dialog.accept())
    await page.route(`**/api/admin/users/${id}?*`, (route) => route.abort())
    const fail = await pauseRequests(page, `**/api/admin/users/${id}?*`, 'DELETE')
    await remove.click()
    await expect(dialog.getByRole('button', { name: 'Working…' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    fail()
    await expect(dialog.getByRole('alert')).toContainText('Something went wrong. Please try again.')
    await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Spam')
    expect(await getSiteSql()`select 1 from users where id = ${id}`).toHaveLength(1)
  })

  test('reports a failed search and can retry it', { tag: '@full' }, async ({ page, context }) => {
    await signIn(context, { isAdmin: true })
    await page.route('**/api/admin/users/search**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await open(page, 'tab=users&q=member')
    await expect(page.getByText('Search failed')).toBeVisible()
    await page.unroute('**/api/admin/users/search**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible()
  })

  test('denies access on the next action of an admin who was demoted in the meantime', {
    tag: '@full',
  }, async ({ page, context }) => {
    const admin = await signIn(context, { isAdmin: true })
    const { username } = await aMember()
    await open(page, `tab=users&q=${username}`)
    await expect(rowOf(page, username)).toBeVisible()
    await page.getByRole('button', { name: `Mute ${username}` }).click()
    await chooseOption(page.getByRole('dialog'), 'Rule', 'Spam or advertising (rule 4)')
    await waitForApiCalls(page)
    await getSiteSql()`update users set is_admin = false where username = ${admin}`
    await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('on the next vote, tells a member that they have been muted in the meantime', {
    tag: '@full',
  }, async ({ page, context }) => {
    const member = await signIn(context)
    await openHydratedPage(page, '/new')
    await getSiteSql()`update users set is_muted = true where username = ${member}`
    await page.getByRole('button', { name: 'Upvote' }).first().click()
    await expect(page.getByText('Your account is muted').first()).toBeVisible()
  })

  test('links a repeated comment to the first one', { tag: '@full' }, async ({ page, context }) => {
    test.slow()
    const member = await signIn(context)
    const words = generateTitle('The same words about every prompt there is')
    const posts = await getSiteSql()<
      { id: number }[]
    >`select id from posts where not is_private order by id limit 2`
    for (const { id } of posts) {
      await openHydratedPage(page, `/post/${id}`)
      await page.getByRole('textbox', { name: 'Write a comment' }).fill(words)
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      if (id === posts[0]?.id)
        await expect(page.getByRole('article', { name: `Comment by ${member}` })).toBeVisible()
    }
    await expect(page.getByText('You already posted this comment within the last day')).toBeVisible()
    await page.getByRole('link', { name: 'View the first comment' }).click()
    await expect(page.getByRole('article', { name: `Comment by ${member}` })).toBeVisible()
  })
})

test('removes a post with a reason, notifies its author once and logs it', async ({ page, context }) => {
  const author = await signIn(context)
  const title = generateTitle('Unkind')
  const [post] = await getSiteSql()<{ id: number }[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug)
    select id, ${title}, 'D', 'P', 1, ${`s${Date.now()}`} from users where username = ${author} returning id`
  const cookies = await context.cookies()
  await signIn(context, { isAdmin: true })
  await openHydratedPage(page, `/post/${post?.id}`)
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this post?' })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await expect(dialog.getByText('Choose a rule')).toBeVisible()
  await chooseOption(dialog, 'Rule', 'Spam or advertising (rule 4)')
  await dialog.getByLabel('Reason').fill('It is unkind')
  expect(await findViolationsInBothThemes(page, '[role=dialog]')).toEqual(NO_VIOLATIONS)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL('/')
  await open(page, 'tab=audit')
  await expect(rowOf(page, `Removed post ${title}`).getByText('It is unkind')).toBeVisible()

  await context.clearCookies()
  await context.addCookies(cookies)
  await openHydratedPage(page, '/new')
  const notices = page.getByRole('region', { name: 'Moderation notices' })
  await expect(notices.getByText(`Moderators removed your post “${title}”.`)).toBeVisible()
  await expect(notices.getByText('It is unkind')).toBeVisible()
  await page.setViewportSize({ width: 768, height: 800 })
  const { x = 0, width = 0 } = (await notices.boundingBox()) ?? {}
  expect(x, 'beside the sidebar').toBeGreaterThanOrEqual(268)
  expect(x + width).toBeLessThanOrEqual(768)
  await notices.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notices).toHaveCount(0)
  await page.reload()
  await waitForHydration(page)
  await expect(notices).toHaveCount(0)
})

test('notifies a member with an open page immediately of a mute and a removal', { tag: '@full' }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [author, post] = [await signInAnotherMember(browser, baseURL), await seedPostByMember(null)]
  const mine = await seedPostByMember(author.username)
  const listens = author.page.waitForRequest('**/api/notifications/stream')
  await openHydratedPage(author.page, post.path)
  await listens
  await expect(author.page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
  await signIn(context, { isAdmin: true })
  await open(page, `tab=users&q=${author.username}`)
  await page.getByRole('button', { name: `Mute ${author.username}` }).click()
  await chooseOption(page.getByRole('dialog'), 'Rule', 'Spam or advertising (rule 4)')
  await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(author.page.getByRole('main').getByText(/^Your account is muted\. You can read/)).toBeVisible()
  for (const reason of ['First this', 'Then that']) {
    const { path } = reason === 'First this' ? mine : await seedPostByMember(author.username)
    await openHydratedPage(page, path)
    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await chooseOption(page.getByRole('dialog'), 'Rule', 'Spam or advertising (rule 4)')
    await page.getByRole('dialog').getByLabel('Reason').fill(reason)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    const notices = author.page.getByRole('region', { name: 'Moderation notices' })
    await expect(notices.getByText(reason)).toBeVisible()
    await notices.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notices).toHaveCount(0)
  }
  await author.context.close()
})

test('restores text typed in any admin dialog after Escape', { tag: '@full' }, async ({ page, context }) => {
  await signIn(context, { isAdmin: true })
  const { username } = await aMember()
  const dialog = page.getByRole('dialog')
  /**
   * Expects typed text to reappear after the dialog is closed and reopened, and to be cleared once it has been
   * submitted.
   */
  const leave = async (press: () => Promise<void>, fields: readonly string[]) => {
    await press()
    for (const field of fields) await dialog.getByLabel(field).fill(`Words ${field} ${username}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await press()
    for (const field of fields)
      await expect(dialog.getByLabel(field)).toHaveValue(`Words ${field} ${username}`)
  }
  await open(page, 'tab=topics&sort=newest')
  const create = () => page.getByRole('tabpanel').getByRole('button', { name: 'Create topic' }).click()
  await leave(create, ['Name', 'Description', 'Reason (optional)'])
  await dialog.getByRole('button', { name: 'Create topic' }).click()
  await expect(dialog).toHaveCount(0)
  await create()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await page.keyboard.press('Escape')
  const edit = page.getByRole('button', { name: `Edit Words Name ${username}` })
  await leave(() => edit.click(), ['Description'])
  await page.keyboard.press('Escape')

  await open(page, `tab=users&q=${username}`)
  await leave(() => page.getByRole('button', { name: `Mute ${username}` }).click(), ['Reason (optional)'])
  await chooseOption(dialog, 'Rule', 'Spam or advertising (rule 4)')
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const [post] = await getSiteSql()<
    { id: number }[]
  >`select id from posts where not is_private order by id limit 1`
  await getSiteSql()`
    insert into comments (post_id, user_id, content)
    select ${post?.id ?? 0}, id, 'Rude' from users where username = ${username}`
  await getSiteSql()`update posts set comment_count = comment_count + 1 where id = ${post?.id ?? 0}`
  await openHydratedPage(page, `/post/${post?.id}`)
  const remove = async () => {
    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
  }
  await leave(remove, ['Reason'])
  await page.keyboard.press('Escape')
  const comment = page.getByRole('article', { name: `Comment by ${username}` })
  await leave(() => comment.getByRole('button', { name: 'Remove…' }).click(), ['Reason'])
  await chooseOption(dialog, 'Rule', 'Spam or advertising (rule 4)')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(comment).toHaveCount(0)
})

test('shows 25 rows of each list on a screen of 1440 by 900 px', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(context, { isAdmin: true })
  const { id, username } = await aMember()
  const sql = getSiteSql()
  const many = sql`generate_series(1, 30) n`
  await sql`
    insert into users (username, google_id, profile_completed, email)
    select ${username} || n, ${username} || n, true, ${username} || n || '@example.net' from ${many}`
  await sql`insert into topics (name, slug, description) select ${username} || n, lower(${username} || n), 'Ropes' from ${many}`
  await sql`insert into feedback (content, user_id) select repeat('Long words ', 40) || n, ${id} from ${many}`
  await sql`insert into ad_requests (name, email, user_id) select 'Acme ' || n, 'ads@example.org', ${id} from ${many}`
  await sql`
    insert into topic_requests (name, description, user_id)
    select ${username} || n, repeat('Many words. ', 20), ${id} from ${many}`
  await sql`
    insert into audit_events (admin_name, action, target_name, reason, before, after)
    select 'ada', 'mute-user', ${username} || n, 'Spam', '{"isMuted": false}', '{"isMuted": true}' from ${many}`
  for (const tab of ['users', 'topics', 'requests', 'feedback', 'ads', 'audit']) {
    await open(page, `tab=${tab}`)
    await expect(page.getByRole('tabpanel').getByRole('row').nth(30)).toBeAttached()
    const onScreen = await page
      .getByRole('tabpanel')
      .getByRole('row')
      .evaluateAll(
        (rows) => rows.slice(1).filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
      )
    expect(onScreen, tab).toBeGreaterThanOrEqual(25)
  }
})

test('a line separates two groups of tabs in a row, and none begins or ends a row', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(context, { isAdmin: true })
  await page.goto('/admin')
  const lines = await page.getByRole('tablist').evaluate((list) => {
    // The first two pixels of the list are cut off.
    const begin = list.getBoundingClientRect().left + 2
    return [...list.children].map((group) => {
      const { borderLeftWidth, borderRightWidth } = getComputedStyle(group)
      const { left, top } = group.getBoundingClientRect()
      return { top, hasLine: borderLeftWidth === '1px' && left >= begin, end: borderRightWidth }
    })
  })
  expect(new Set(lines.map(({ top }) => top)).size).toBe(2)
  for (const [index, { top, hasLine, end }] of lines.entries()) {
    expect(hasLine).toBe(index > 0 && lines[index - 1]?.top === top)
    expect(end).toBe('0px')
  }
})

test('the avatar and the tabs say what waits, and every tab can be reached on a phone and by keyboard', async ({
  page,
  context,
}) => {
  await signIn(context, { isAdmin: true })

  await test.step('what waits is told until it is dealt with', async () => {
    const sql = getSiteSql()
    await sql`delete from feedback`
    await sql`delete from ad_requests`
    await sql`delete from topic_requests`
    const { id } = await aMember()
    await sql`insert into feedback (content, user_id) values ('Nice', ${id})`
    await openHydratedPage(page, '/new')
    await page.getByRole('button', { name: 'Account menu, 1 waiting in the admin panel' }).click()
    await page.getByRole('menuitem', { name: 'Admin Panel (1 waiting)' }).click()
    const tab = page.getByRole('tab', { name: 'Feedback' })
    await expect(tab).toHaveAccessibleDescription('1 waiting')
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['Requests', 'Feedback', 'Ad Requests'])
      await expect(page.getByRole('tab', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await tab.click()
    await page.getByRole('button', { name: /^Delete Feedback/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('link', { name: /^View .* profile/ })).toHaveAttribute('target', '_blank')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(tab).toHaveAccessibleDescription('')
    await expect(page.getByRole('button', { name: 'Account menu', exact: true })).toBeVisible()
  })

  await test.step('every tab is in view on a phone and has its own URL', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await open(page, '')
    for (const tab of adminTabs) {
      const link = page.getByRole('tab', { name: adminTexts.tabs[tab], exact: true })
      await link.click()
      await expect(link).toHaveAttribute('aria-selected', 'true')
      await expect(link).toBeInViewport()
    }
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Audit' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Users' }).click()
    await expect(page).toHaveURL('/admin?tab=users')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Prompts' })).toBeFocused()
    await expect(page).toHaveURL('/admin?tab=prompts')
    await page.keyboard.press('End')
    await expect(page).toHaveURL('/admin?tab=activity')
    // The server caches the chart for 30 seconds, so right after midnight it may end with the previous day.
    const days = [new Date(Date.now() - 60_000), new Date()].map((day) =>
      day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
    )
    await expect(page.getByRole('figure').first()).toContainText(new RegExp(days.join('|')))
  })
})
