import { describe, expect, it } from 'vitest'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import type { Notification } from '../contract.ts'
import { NotificationList } from './NotificationList.tsx'

const notification = (id: number, fields: Partial<Notification> = {}): Notification => ({
  id,
  userId: 1,
  type: 'upvote',
  postId: 7,
  fromUserId: 2,
  commentId: null,
  suggestedEditId: null,
  isReply: false,
  groupSize: 1,
  excerpt: null,
  topic: null,
  collection: null,
  webhook: null,
  decision: null,
  isRead: false,
  createdAt: new Date('2026-01-02T03:04:05.000Z'),
  fromUser: { username: 'Grace', avatar: null },
  post: {
    id: 7,
    title: 'A haiku',
    isPrivate: false,
    privateId: null,
    seoSlug: 'a-haiku',
    topic: { name: 'Poems' },
  },
  ...fields,
})

/** Creates an API that remembers which notifications were marked as read. */
const serverWith = (initial: Notification[]): FakeApi => {
  let rows = initial
  const markRead = () => {
    rows = rows.map((row) => ({ ...row, isRead: true }))
    return { body: { marked: rows.length } }
  }
  return {
    'GET /api/notifications': () => ({ body: rows }),
    'GET /api/notifications/unread-count': () => ({
      body: { count: rows.filter(({ isRead }) => !isRead).length },
    }),
    'POST /api/notifications/mark-all-read': markRead,
    'POST /api/notifications/1/read': markRead,
    'POST /api/notifications/3/read': markRead,
  }
}

const setUp = async (api: FakeApi) => {
  const rendered = await renderComponent(
    <NotificationList label="Notifications" empty={<p>Nothing yet</p>} />,
    {
      user: buildMember(),
      api,
    },
  )
  const { screen } = rendered
  return {
    ...rendered,
    items: screen.getByRole('listitem'),
    link: (name: RegExp) => screen.getByRole('link', { name }),
  }
}

describe('The notification list', () => {
  it('groups votes on the same post, and lists a reply by itself', async () => {
    const { items } = await setUp(
      serverWith([
        notification(3, { groupSize: 3, fromUser: { username: 'Grace', avatar: null } }),
        notification(2, { groupSize: 3, fromUser: { username: 'Alan', avatar: null } }),
        notification(1, { type: 'comment', commentId: 5, isReply: true }),
        notification(4, { type: 'comment', commentId: 6, isRead: true }),
      ]),
    )
    await expect.element(items).toHaveLength(3)
    await expect
      .element(items.nth(0).getByRole('link', { name: /^Grace and 2 others upvoted “A haiku”/ }))
      .toBeVisible()
    await expect
      .element(items.nth(1).getByRole('link', { name: /^Grace replied to your comment on “A haiku”/ }))
      .toBeVisible()
    await expect
      .element(items.nth(2).getByRole('link', { name: /^Grace commented on “A haiku”/ }))
      .toBeVisible()
    await expect.element(items.nth(1).getByText('New')).toBeVisible()
    await expect.element(items.nth(2).getByText('New')).not.toBeInTheDocument()
  })

  it('shows the beginning of a comment, and what became of a requested topic', async () => {
    const about = (name: string, isLinked: boolean) =>
      ({ fromUser: null, fromUserId: null, post: null, postId: null, topic: { name, isLinked } }) as const
    const { screen, link } = await setUp(
      serverWith([
        notification(3, { type: 'comment', commentId: 5, excerpt: 'Works well with older models' }),
        notification(2, { type: 'topic-approved', ...about('Sailing', true) }),
        notification(1, { type: 'topic-rejected', ...about('Spam', false) }),
      ]),
    )
    await expect.element(screen.getByText('Works well with older models')).toBeVisible()
    await expect
      .element(link(/Your topic request was approved: “Sailing”/))
      .toHaveAttribute('href', '/t/sailing')
    await expect
      .element(link(/Your topic request was declined: “Spam”/))
      .toHaveAttribute('href', '/notifications')
  })

  it('groups the comments on a post, and opens the first unread one', async () => {
    const comment = (id: number, username: string, isRead = false) =>
      notification(id, {
        type: 'comment',
        commentId: 10 + id,
        excerpt: `Comment ${id}`,
        groupSize: 5,
        isRead,
        fromUser: { username, avatar: null },
      })
    const { items, screen, link, writes, navigation } = await setUp(
      serverWith([comment(3, 'Ana'), comment(2, 'Ben'), comment(1, 'Cid', true)]),
    )
    await expect.element(items).toHaveLength(1)
    await expect.element(screen.getByText('Comment 3')).toBeVisible()
    await expect
      .element(link(/^Ana, Ben and 3 others commented on “A haiku”/))
      .toHaveAttribute('href', '/t/poems/a-haiku/comment/12')
    await link(/commented/).click()
    await expect.poll(() => navigation.location.pathname).toBe('/t/poems/a-haiku/comment/12')
    await expect.element(screen.getByText('New')).not.toBeInTheDocument()
    expect(writes().map(({ url }) => url)).toEqual(['/api/notifications/3/read?group=true'])
  })

  it('marks a group as read when one opens it', async () => {
    const { screen, link, navigation, writes } = await setUp(
      serverWith([notification(3, { groupSize: 2 }), notification(2, { groupSize: 2 })]),
    )
    await expect.element(screen.getByText('2 new notifications')).toBeVisible()
    await link(/upvoted/).click()
    await expect.element(screen.getByText('New')).not.toBeInTheDocument()
    await expect.element(screen.getByText('2 new notifications')).not.toBeInTheDocument()
    await expect.poll(() => navigation.location.pathname).toBe('/t/poems/a-haiku')
    await expect
      .poll(writes)
      .toEqual([{ method: 'POST', url: '/api/notifications/3/read?group=true', body: undefined }])
  })

  it('sends nothing when one opens what was read before', async () => {
    const { link, navigation, writes } = await setUp(
      serverWith([notification(1, { type: 'comment', commentId: 5, isRead: true })]),
    )
    await expect.element(link(/commented/)).toHaveAttribute('href', '/t/poems/a-haiku/comment/5')
    await link(/commented/).click()
    await expect.poll(() => navigation.location.pathname).toBe('/t/poems/a-haiku/comment/5')
    expect(writes()).toEqual([])
  })

  it('marks everything as read, and then offers no more to mark', async () => {
    const { screen, writes } = await setUp(serverWith([notification(1), notification(2, { postId: 8 })]))
    const markAll = screen.getByRole('button', { name: 'Mark all as read' })
    await expect.element(markAll).toHaveAttribute('aria-disabled', 'false')
    await markAll.click()
    await expect.element(markAll).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('New')).not.toBeInTheDocument()
    await markAll.click({ force: true })
    expect(writes().map(({ url }) => url)).toEqual(['/api/notifications/mark-all-read'])
  })

  it('shows them as new again if marking fails', async () => {
    const { screen } = await setUp({
      ...serverWith([notification(1)]),
      'POST /api/notifications/mark-all-read': () => ({ status: 503 }),
    })
    await screen.getByText('1 new notification').click()
    await screen.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.element(screen.getByText("Couldn't mark the notifications as read").first()).toBeVisible()
    await expect.element(screen.getByText('1 new notification')).toBeVisible()
  })

  it('says so if there are none, and offers to try again after an error', async () => {
    let status = 503
    const { screen } = await setUp({
      ...serverWith([]),
      'GET /api/notifications': () => ({ status, body: [] }),
    })
    await expect.element(screen.getByText("Couldn't load your notifications.")).toBeVisible()
    status = 200
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Nothing yet')).toBeVisible()
  })
})
