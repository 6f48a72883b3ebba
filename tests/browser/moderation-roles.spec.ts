import { clearSession } from './support/accounts.ts'
import { createMemberSession, getSiteSql, setSession } from './support/members.ts'
import { fillPost, generateTitle, openCreateDialog, submitPostDialog } from './support/posts.ts'
import { openAsMember, openHydratedPage, seedPostByMember } from './support/scenes.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/4(03|04|09|29) \((Forbidden|Not Found|Conflict|Too Many Requests)\)/] })

/** The cases of other tests would be in the same queue. */
test.beforeEach(async () => {
  await getSiteSql()`update moderation_cases set is_open = false`
})

test('a newcomer publishes a first post with a link, sees its place in the queue, and reads of its approval', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const newcomer = await createMemberSession({ trustLevel: 'newcomer' })
  const title = generateTitle('My first prompt')
  await setSession(context, newcomer.token)

  await test.step('the post waits, which its page and the settings say', async () => {
    const dialog = await openCreateDialog(page)
    await fillPost(dialog, { title, description: 'More at https://my-site.example/prompts' })
    await submitPostDialog(dialog)
    await expect(page.getByText('This post waits for a first look by a moderator.')).toBeVisible()
    await page.getByRole('link', { name: 'See its place in the queue' }).click()
    const standing = page.getByRole('region', { name: 'Your standing' })
    await expect(standing.getByText('You are a newcomer.')).toBeVisible()
    await expect(standing.getByRole('link', { name: title })).toBeVisible()
    await expect(standing.getByText('waits for a first look by a moderator.')).toBeInViewport()
    await expect(standing.getByText('Place 1 in the queue.')).toBeVisible()
  })

  await test.step('a sixth post within a day is refused, and its text stays', async () => {
    for (let post = 0; post < 4; post += 1) await seedPostByMember(newcomer.username)
    const dialog = await openCreateDialog(page)
    await fillPost(dialog, { title: 'One too many' })
    await submitPostDialog(dialog)
    await expect(
      dialog.getByText('As a newcomer, you can add 5 public posts within 24 hours. Try again later.'),
    ).toBeVisible()
    await expect(dialog.getByLabel('Title')).toHaveValue('One too many')
  })

  const staff = await openAsMember(browser, baseURL, await createMemberSession({ isModerator: true }))
  await test.step('a moderator approves it', async () => {
    await openHydratedPage(staff, '/moderation')
    await staff.getByRole('link', { name: new RegExp(title) }).click()
    await expect(staff.getByRole('heading', { name: title, level: 2 })).toBeFocused()
    await expect(staff.getByText('Readers do not see it now.')).toBeVisible()
    await staff.keyboard.press('d')
    await staff
      .getByRole('dialog', { name: 'Approve this post?' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await expect(staff.getByText('Nothing waits for you')).toBeVisible()
  })
  await staff.context().close()

  await test.step('the newcomer is told, and readers see the post', async () => {
    await openHydratedPage(page, '/notifications')
    await page.getByRole('link', { name: new RegExp(title) }).click()
    await clearSession(page)
    await page.goto('/new')
    await expect(page.getByRole('article', { name: title })).toBeVisible()
  })
})

test('an author reads why a post was removed and appeals, and is told that the appeal was granted', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const author = await createMemberSession()
  const post = await seedPostByMember(author.username, { title: generateTitle('Disputed') })
  const staff = await openAsMember(browser, baseURL, await createMemberSession({ isModerator: true }))
  await setSession(context, author.token)

  await test.step('a moderator removes the post from its menu', async () => {
    await openHydratedPage(staff, post.path)
    await staff.getByRole('button', { name: 'More', exact: true }).click()
    await staff.getByRole('menuitem', { name: 'Moderate…' }).click()
    await expect(staff.getByRole('heading', { name: post.title, level: 2 })).toBeFocused()
    await staff.keyboard.press('r')
    const dialog = staff.getByRole('dialog', { name: 'Remove this?' })
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await dialog.getByRole('option', { name: 'Spam or advertising (rule 4)' }).click()
    await dialog.getByLabel('Words to the author (optional)').fill('It sells watches.')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(staff.getByText('Nothing waits for you')).toBeVisible()
  })

  await test.step('the author opens the statement of reasons from the post and appeals once', async () => {
    await openHydratedPage(page, post.path)
    await page.getByRole('link', { name: 'Read the decision' }).click()
    await page.getByRole('link', { name: post.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Decision about your post' })).toBeVisible()
    await expect(page.getByText('It sells watches.')).toBeVisible()
    await expect(page.getByText('Spam or advertising (rule 4)')).toBeVisible()
    await page.getByLabel('Why it is wrong').fill('It describes watches, and sells none.')
    await page.getByRole('button', { name: 'Send appeal' }).press('Enter')
    await expect(page.getByText('It waits for an answer. You will be told.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send appeal' })).toHaveCount(0)
  })

  const admin = await openAsMember(browser, baseURL, await createMemberSession({ isAdmin: true }))
  await test.step('somebody else than the one who decided answers it', async () => {
    await openHydratedPage(staff, '/moderation?tab=appeals')
    await expect(staff.getByText('Somebody else has to answer this appeal.')).toBeVisible()
    await expect(staff.getByRole('button', { name: 'Grant and undo' })).toHaveCount(0)
    await openHydratedPage(admin, '/moderation?tab=appeals')
    await admin.getByLabel('Your answer').fill('You are right.')
    await admin.getByRole('button', { name: 'Grant and undo' }).press('Enter')
    await expect(admin.getByText('No appeals wait')).toBeVisible()
  })
  await admin.context().close()
  await staff.context().close()

  await test.step('the author is told, and readers see the post again', async () => {
    await openHydratedPage(page, '/notifications')
    await page.getByRole('link', { name: /Your appeal was answered/ }).click()
    await expect(page.getByText('Your appeal was granted, and the decision was undone:')).toBeVisible()
    await clearSession(page)
    expect((await page.goto(post.path))?.status()).toBe(200)
  })
})

test('a moderator removes everything of a wave of accounts and gives it back', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const [first, second] = [await createMemberSession(), await createMemberSession()]
  const posts = [await seedPostByMember(first.username), await seedPostByMember(second.username)]
  const sql = getSiteSql()
  const [row] = await sql<{ id: number }[]>`
    insert into moderation_cases (subject_kind, subject_id, author_id, excerpt, source, findings)
    select 'member', id, id, username, 'findings', '{"2 accounts have posted the same text within a day"}'
    from users where username = ${first.username} returning id`
  await sql`
    insert into moderation_case_items (case_id, kind, item_id)
    select ${row?.id ?? 0}, 'member', id from users where username in (${first.username}, ${second.username})`
  const countPublic = async () =>
    (await sql`select from posts where id in (${posts[0]?.id ?? 0}, ${posts[1]?.id ?? 0}) and not is_private`)
      .length
  await setSession(context, (await createMemberSession({ isModerator: true })).token)
  await openHydratedPage(page, `/moderation?case=${row?.id}`)
  await expect(page.getByRole('heading', { name: first.username, level: 2 })).toBeFocused()
  await expect(page.getByText('2 accounts have posted the same text within a day')).toBeVisible()
  await page.keyboard.press('x')
  const dialog = page.getByRole('dialog', { name: 'Suspend the author and remove everything?' })
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await dialog.getByRole('option', { name: 'Spam or advertising (rule 4)' }).click()
  await dialog.getByRole('button', { name: 'Suspend and remove' }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect.poll(countPublic, { timeout: 20_000 }).toBe(0)
  await openHydratedPage(page, `/u/${second.username}`)
  await expect(page.getByText('This account is suspended')).toBeVisible()
  await openHydratedPage(page, `/moderation?tab=decided&case=${row?.id}`)
  await page.getByRole('button', { name: 'Undo: Removed everything' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
  await expect.poll(countPublic, { timeout: 20_000 }).toBe(2)
})

test('an admin appoints a moderator, whose rights end below admins, and the last admin cannot leave', {
  tag: '@full',
}, async ({ page, context, browser, baseURL }) => {
  const [admin, member, author] = [
    await createMemberSession({ isAdmin: true }),
    await createMemberSession(),
    await createMemberSession(),
  ]
  const theirs = await openAsMember(browser, baseURL, member)
  await setSession(context, admin.token)

  await test.step('a member has no access to the queue', async () => {
    await openHydratedPage(theirs, '/moderation')
    await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })

  await test.step('an admin makes the member a moderator', async () => {
    await openHydratedPage(page, `/admin?tab=users&q=${member.username}`)
    await page.getByRole('button', { name: `More about ${member.username}` }).click()
    await page.getByRole('menuitem', { name: 'Role…' }).click()
    const dialog = page.getByRole('dialog', { name: `Role of ${member.username}` })
    await dialog.getByLabel('Moderator of the site').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByRole('row', { name: member.username }).getByText('Moderator', { exact: true }),
    ).toBeVisible()
  })

  await test.step('who decides about members, but not about admins, and has no access to the panel', async () => {
    await openHydratedPage(theirs, `/u/${author.username}`)
    await theirs.getByRole('button', { name: `More about ${author.username}` }).click()
    await theirs.getByRole('menuitem', { name: 'Moderate…' }).click()
    await expect(theirs.getByRole('button', { name: 'Suspend…' })).toBeVisible()
    await openHydratedPage(theirs, `/u/${admin.username}`)
    await theirs.getByRole('button', { name: `More about ${admin.username}` }).click()
    await theirs.getByRole('menuitem', { name: 'Moderate…' }).click()
    await expect(theirs.getByText('Somebody with a higher role has to decide this case.')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Suspend…' })).toHaveCount(0)
    await openHydratedPage(theirs, '/admin')
    await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })
  await theirs.context().close()

  await test.step('the last admin cannot delete the account', async () => {
    await getSiteSql()`update users set is_admin = false where username <> ${admin.username}`
    await openHydratedPage(page, '/settings')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel(`Type ${admin.username} to confirm`).fill(admin.username)
    await dialog.getByRole('button', { name: 'Delete my account permanently' }).click()
    await expect(dialog.getByText('This is the only admin. Make somebody else an admin first.')).toBeVisible()
  })
})
