import type { Page } from '@playwright/test'
import { type PageName, pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import { adminTabs } from '#features/admin/web/panel-state.ts'
import { adminTexts } from '#features/admin/web/texts.ts'
import type { PageContent } from './page-content.ts'
import { createPngFile } from './posts.ts'
import { expect } from './test.ts'

/** Opens something on a page. Escape closes it afterwards, if it is a dialog or a menu. */
type State = (page: Page, content: PageContent) => Promise<void>

export type Visit = {
  viewer?: 'visitor' | 'member' | 'admin' | 'newcomer' | 'warned'
  /** By default, the path in the table of pages, which then has no parameters. */
  path?: string | ((content: PageContent) => string)
  heading?: string
  status?: number
  /** What can be open on the page, by name. */
  states?: Record<string, State>
  /** True if the page requests more once it is hydrated. */
  requestsMore?: true
  /** True if other visits show the same parts: `npm test` only opens the page, and `npm run test:full` checks it. */
  isSimilar?: true
  /** True if the page leaves by itself after some seconds, in which the visit may not be over on a slow machine. */
  leavesByItself?: true
  /** Errors in the console that the visit causes on purpose. */
  expectedErrors?: RegExp
}

const press =
  (role: 'button' | 'link' | 'tab', name: string | RegExp): State =>
  async (page) =>
    page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().click()

/** Chooses an entry of a menu and waits for the dialog that it opens. */
const choose =
  (menu: string | RegExp, entry: string): State =>
  async (page) => {
    await page.getByRole('button', { name: menu }).first().click()
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }

const openMenu =
  (name: string | RegExp): State =>
  async (page) => {
    await page.getByRole('button', { name }).first().click()
    await expect(page.getByRole('menu')).toBeVisible()
  }

/** Opens a dialog and submits it empty, so that its errors are shown. */
const submitEmpty =
  (opener: string | RegExp, submit: string, error: string): State =>
  async (page, content) => {
    await press('button', opener)(page, content)
    await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).click()
    await expect(page.getByText(error, { exact: true }).first()).toBeVisible()
  }

const startSelecting: State = async (page) => {
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox').first().check()
  await expect(page.getByRole('region', { name: 'Selected posts' })).toContainText('1 selected')
}

const showTab =
  (tab: (typeof adminTabs)[number]): State =>
  async (page) => {
    const link = page.getByRole('tab', { name: adminTexts.tabs[tab], exact: true })
    await link.click()
    await expect(link).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  }

/** The tabs of the admin panel whose rows are articles. */
const LISTS = adminTabs.filter(
  (tab) => !['pages', 'applications', 'webhooks', 'jobs', 'activity'].includes(tab),
)

const adminStates: Record<string, State> = Object.fromEntries(
  adminTabs.map((tab) => [
    tab,
    async (page, content) => {
      await showTab(tab)(page, content)
      const panel = page.getByRole('tabpanel')
      if (LISTS.includes(tab)) await expect(panel.getByRole('row').nth(1)).toBeVisible()
      if (tab === 'activity')
        await expect(panel.getByRole('img', { name: /^Sign-ups per day/ })).toBeVisible()
    },
  ]),
)

/** The path of a page whose path has parameters. */
type ParameterPage = {
  [N in PageName]: (typeof pages)[N]['path'] extends `${string}:${string}` ? N : never
}[PageName]

const post = ({ own }: PageContent) => paths.postById(own.id)

/**
 * The visits of each page. A page without parameters that has none is visited as a visitor, and a page with parameters
 * must have one.
 */
export const visits: Record<ParameterPage, [Visit, ...Visit[]]> &
  Partial<Record<PageName, [Visit, ...Visit[]]>> = {
  home: [
    {
      states: {
        'the theme menu': openMenu('Theme'),
        'the sign-in dialog': press('button', 'Login to Post'),
        'the keyboard shortcuts': async (page) => page.keyboard.press('?'),
        'the models': async (page) => {
          await page.locator('summary', { hasText: 'Any model' }).click()
          await expect(page.getByRole('link', { name: 'Claude', exact: true })).toBeVisible()
        },
      },
    },
    { path: '/?types=Image', isSimilar: true },
    { path: '/?types=Image&view=gallery', isSimilar: true },
    { path: '/?q=music' },
    // This member follows nothing, and an admin has removed something of theirs.
    { viewer: 'warned', path: paths.following },
    { path: '/?q=qqqqxyzzy', isSimilar: true },
    { path: '/?q=please+write+music+about+a+lighthouse', isSimilar: true },
    {
      viewer: 'member',
      path: paths.following,
      states: {
        'the account menu': openMenu('Account menu'),
        'the incomplete post form': submitEmpty('Create Post', 'Create Post', 'Title is required'),
      },
    },
  ],
  popular: [
    {
      heading: 'Popular Posts',
      states: {
        'the suggestions of the search': async (page) => {
          await page.getByRole('banner').getByRole('combobox', { name: 'Search' }).pressSequentially('writ')
          await expect(page.getByRole('option', { name: 'Writing' })).toBeVisible()
        },
      },
    },
  ],
  new: [
    { heading: 'New' },
    {
      viewer: 'member',
      states: {
        'the incomplete topic request': submitEmpty('Request Topic', 'Request topic', 'Name is required'),
        'the feedback': press('button', 'Submit Feedback'),
        'the incomplete ad request': submitEmpty(
          'Advertise here',
          'Send request',
          'Please fill in all fields',
        ),
      },
    },
  ],
  bookmarks: [{ heading: 'Bookmarks' }, { viewer: 'member', states: { 'selected posts': startSelecting } }],
  'private-posts': [
    { heading: 'Private Posts' },
    {
      viewer: 'member',
      states: {
        'selected posts': startSelecting,
        'the question before deleting': async (page, content) => {
          await startSelecting(page, content)
          await page
            .getByRole('region', { name: 'Selected posts' })
            .getByRole('button', { name: 'Delete' })
            .click()
          await expect(page.getByRole('dialog', { name: 'Delete this post?' })).toBeVisible()
        },
      },
    },
  ],
  drafts: [
    { heading: 'Drafts' },
    {
      viewer: 'member',
      states: {
        'the versions of a draft': press('button', /^Versions of/),
        'the time of publication': press('button', /^Publish at…/),
      },
    },
  ],
  collections: [
    { heading: 'Collections' },
    {
      viewer: 'member',
      states: {
        'the incomplete form': submitEmpty('New collection', 'Save', 'Give the collection a name'),
      },
    },
  ],
  leaderboard: [{ heading: 'Leaderboard' }],
  optimize: [
    { heading: 'AI Prompt Optimizer' },
    {
      viewer: 'member',
      states: {
        'a result and its changes': async (page) => {
          await page.getByLabel('Your prompt').fill('Write a poem about the sea')
          await page.getByRole('button', { name: 'Optimize Prompt' }).click()
          await page.getByRole('button', { name: 'Show changes' }).click()
          await expect(
            page.getByRole('group', { name: 'Optimized prompt' }).locator('ins').first(),
          ).toBeVisible()
          await page.getByRole('combobox', { name: 'AI Model' }).click()
          await page
            .getByRole('button', { name: /^Delete: / })
            .first()
            .click()
          await expect(page.getByRole('listbox')).toHaveCount(0)
        },
      },
    },
  ],
  topic: [
    { path: '/t/learning', heading: 'Learning' },
    { viewer: 'member', path: ({ topic }) => paths.topic(topic.name) },
    {
      path: ({ gallery }) => gallery,
      states: {
        'a caption': async (page) => {
          await page.keyboard.press('j')
          await expect(page.locator('.gallery-caption').first()).toHaveCSS('opacity', '1')
        },
      },
    },
  ],
  tag: [{ path: ({ tag }) => paths.tag(tag) }],
  'slug-post': [
    {
      path: ({ pictures }) => pictures,
      states: {
        'an example file': async (page) => {
          await page.getByRole('button', { name: /^Example image 1/ }).click()
          await expect(page.getByRole('dialog', { name: /^Examples of / })).toBeVisible()
        },
      },
    },
  ],
  'slug-comment': [
    { path: ({ own, topic, comment }) => paths.comment({ ...own, isPrivate: false, topic }, comment.id) },
  ],
  post: [
    { path: post },
    { path: ({ commented }) => commented, isSimilar: true },
    {
      viewer: 'member',
      path: ({ other }) => paths.postById(other.id),
      states: {
        'a card about the author': async (page, { reader }) => {
          await page.getByRole('main').getByRole('link', { name: reader.username }).first().hover()
          await expect(page.getByRole('group', { name: `About ${reader.username}` })).toBeVisible()
          await page.mouse.move(5, 5)
        },
        'the services': openMenu('More ways to use the prompt'),
        'the blanks': press('button', /blank.? to fill$/),
        'the report whether it worked': choose(/^More$/, 'Did it work?'),
        'the collections': choose(/^More$/, 'Add to a collection'),
        'the form of a comment': async (page) => {
          await page.getByRole('button', { name: 'Edit', exact: true }).click()
          await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toBeVisible()
        },
      },
    },
    {
      viewer: 'member',
      path: post,
      states: {
        'the menu of the post': openMenu('Post options'),
        'the form of the post': choose('Post options', 'Edit'),
        'the question before deleting': choose('Post options', 'Delete'),
        'the form of a reply': async (page) => {
          await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
          await page.getByRole('textbox', { name: /^Reply to/ }).fill('A reply')
        },
      },
    },
  ],
  'post-versions': [
    { viewer: 'member', path: ({ own }) => paths.versions(own.id) },
    { viewer: 'member', path: ({ own }) => paths.comparison(own.id, 1, 2) },
    { path: ({ own }) => `${paths.comparison(own.id, 1, 2)}&view=split` },
  ],
  'post-version': [{ viewer: 'member', path: ({ own }) => paths.version(own.id, 1) }],
  'post-lineage': [{ path: ({ other }) => paths.lineage(other.id) }],
  'suggest-edit': [
    { path: ({ own }) => paths.suggestEdit(own.id) },
    { viewer: 'member', path: ({ other }) => paths.suggestEdit(other.id) },
  ],
  'suggested-edits': [{ path: ({ own }) => paths.suggestedEdits(own.id) }],
  'suggested-edit': [
    {
      viewer: 'member',
      path: ({ own, suggestion }) => paths.suggestedEdit(own.id, suggestion),
      states: { 'the request for changes': press('button', 'Ask for changes') },
    },
  ],
  'post-comment': [{ path: ({ own, deep }) => `${paths.postById(own.id)}/comment/${deep.id}` }],
  'private-post': [
    {
      viewer: 'member',
      path: ({ hidden }) => paths.post({ ...hidden, isPrivate: true }),
      states: { 'the renewal of the link': choose('Post options', 'Renew private link') },
    },
  ],
  'private-comment': [
    { path: ({ hidden, hiddenComment }) => paths.comment({ ...hidden, isPrivate: true }, hiddenComment.id) },
  ],
  profile: [
    { path: '/u/ananyarao' },
    {
      viewer: 'member',
      path: ({ owner }) => paths.profile(owner.username),
      states: {
        comments: press('link', /^Comments \d/),
        remixes: press('link', /^Remixes \d/),
        collections: press('link', /^Collections \d/),
      },
    },
  ],
  collection: [
    { path: ({ collection }) => paths.collection(collection) },
    {
      viewer: 'member',
      path: ({ collection }) => `${paths.collection(collection)}?q=zebra`,
      isSimilar: true,
    },
    {
      viewer: 'member',
      path: ({ collection }) => paths.collection(collection),
      states: {
        'the form': press('button', 'Edit'),
        'the editors': press('button', 'Editors'),
        'the question who should see it': async (page) =>
          page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first().click(),
      },
    },
  ],
  admin: [
    { heading: 'Access Denied', leavesByItself: true },
    {
      viewer: 'admin',
      heading: 'Admin Panel',
      states: {
        ...adminStates,
        'the question before muting': async (page, content) => {
          await showTab('users')(page, content)
          await page
            .getByRole('button', { name: /^Mute / })
            .first()
            .click()
        },
        'the question before deleting a user': choose(/^More about /, 'Delete account'),
        'the form of a topic': async (page, content) => {
          await showTab('topics')(page, content)
          await page.getByRole('tabpanel').getByRole('button', { name: 'Create topic' }).click()
        },
        'the new name of a tag': async (page, content) => {
          await showTab('tags')(page, content)
          await page
            .getByRole('button', { name: /^Rename / })
            .first()
            .click()
        },
        'the reason of an action': async (page, content) => {
          await showTab('audit')(page, content)
          await page.getByRole('button', { name: 'Add reason' }).first().click()
        },
      },
    },
  ],
  moderation: [
    { heading: 'Moderation' },
    { viewer: 'member', heading: 'Access Denied', leavesByItself: true },
    {
      viewer: 'admin',
      path: ({ reportedCase }) => paths.moderationCase(reportedCase),
      heading: 'Moderation',
      states: {
        'the removal': press('button', /^Remove…/),
        'the labels': press('button', /^Label…/),
        'the topic and tags': press('button', /^Topic and tags…/),
        'the suspension': press('button', /^Suspend…/),
      },
    },
    { viewer: 'admin', path: paths.moderationTab('decided'), heading: 'Moderation' },
    { viewer: 'admin', path: paths.moderationTab('appeals'), heading: 'Moderation', isSimilar: true },
    {
      viewer: 'admin',
      path: paths.moderationTab('accounts'),
      heading: 'Moderation',
      requestsMore: true,
      isSimilar: true,
    },
    {
      viewer: 'admin',
      path: paths.moderationCase(999_999),
      heading: 'Moderation',
      expectedErrors: /404/,
      isSimilar: true,
    },
  ],
  reports: [{ heading: 'Your reports' }, { viewer: 'member', heading: 'Your reports' }],
  settings: [
    { heading: 'Account Settings' },
    {
      viewer: 'member',
      heading: 'Account Settings',
      states: {
        'the question before deleting the account': press('button', 'Delete account'),
        'the setup of an app': async (page, content) => {
          await press('button', 'Set up an authenticator app')(page, content)
          await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
        },
        'the name of a passkey': press('button', 'Add a passkey'),
        'the crop of a picture': async (page) => {
          await page.getByLabel('Avatar file').setInputFiles(await createPngFile('me.png', 300, 200))
          await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
        },
      },
    },
  ],
  'report-illegal-content': [
    {
      heading: 'Report illegal content',
      states: {
        'the errors of an empty form': async (page, content) => {
          await press('button', 'Send report')(page, content)
          await expect(page.getByText('Choose why it is illegal')).toBeVisible()
        },
      },
    },
  ],
  statements: [{ heading: 'Decisions about you' }, { viewer: 'member', heading: 'Decisions about you' }],
  statement: [
    { path: ({ decision }) => paths.statement(decision), heading: 'Decision' },
    {
      viewer: 'member',
      path: ({ decision }) => paths.statement(decision),
      heading: 'Decision about your post',
    },
  ],
  notifications: [{ heading: 'Notifications' }, { viewer: 'member', heading: 'Notifications' }],
  connect: [
    { path: () => paths.connect('x'.repeat(21)), heading: 'Connect a program' },
    {
      path: () => paths.connect('x'.repeat(21)),
      viewer: 'member',
      heading: 'Connect a program',
      // No program has opened the request.
      expectedErrors: /409 \(Conflict\)/,
    },
  ],
  'complete-profile': [
    {
      viewer: 'newcomer',
      heading: 'Complete your profile',
      states: {
        errors: async (page) => {
          await page.getByLabel('Username').fill('a!')
          await page.getByRole('button', { name: 'Complete profile' }).click()
          await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
        },
      },
    },
  ],
  'auth-callback': [{ heading: 'Login Failed', expectedErrors: /No state in response/ }],
  'auth-popup': [{}],
  'auth-signed-out': [{}],
  'not-found': [
    {
      path: '/no/such/page',
      heading: 'Page Not Found',
      status: 404,
      requestsMore: true,
      expectedErrors: /404 \(Not Found\)/,
    },
  ],
}

/** Returns the visits of a page. A page with parameters always has some. */
export const visitsOf = (name: PageName): readonly Visit[] => visits[name] ?? [{}]

export const pathOf = (name: PageName, { path = pages[name].path }: Visit, content: PageContent): string =>
  typeof path === 'string' ? path : path(content)
