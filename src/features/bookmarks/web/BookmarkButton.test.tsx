import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '#core/current-user.ts'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import { createFeedApi, TestFeed } from '#tests/components/TestFeed.tsx'
import { BookmarkButton } from './BookmarkButton.tsx'

const setUp = async (api: FakeApi = {}, user: CurrentUser | null = buildMember()) => {
  const rendered = await renderComponent(
    <TestFeed>
      {({ id, isBookmarked, bookmarkCount }) => (
        <article>
          <BookmarkButton postId={id} isBookmarked={isBookmarked} className="" />
          <output>{bookmarkCount} bookmarks</output>
        </article>
      )}
    </TestFeed>,
    { user, api: { ...createFeedApi(buildPostCard({ id: 7 })), ...api } },
  )
  return { ...rendered, button: rendered.screen.getByRole('button', { name: /^Bookmark(ed)?$/ }) }
}

const bookmarked = { isBookmarked: true, bookmarkCount: 1 }
const notBookmarked = { isBookmarked: false, bookmarkCount: 0 }

describe('The bookmark button', () => {
  it('is pressed at once, and says so when it is saved', async () => {
    const response = Promise.withResolvers<{ body: unknown }>()
    const { screen, button, writes } = await setUp({ 'POST /api/posts/7/bookmark': () => response.promise })
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    await expect.element(button).toHaveAccessibleName('Bookmarked')
    await expect.element(button).toHaveTextContent('Bookmarked')
    await expect.element(screen.getByText('1 bookmarks')).toBeVisible()
    response.resolve({ body: { isBookmarked: true, bookmarkCount: 5 } })
    await expect.element(screen.getByText('Post bookmarked').first()).toBeVisible()
    await expect.element(screen.getByText('5 bookmarks')).toBeVisible()
    expect(writes()).toHaveLength(1)
  })

  it('removes a bookmark', async () => {
    const { screen, button } = await setUp({
      ...createFeedApi(buildPostCard({ id: 7, ...bookmarked })),
      'DELETE /api/posts/7/bookmark': () => ({ body: notBookmarked }),
    })
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    await button.click()
    await expect.element(screen.getByText('Post removed from bookmarks').first()).toBeVisible()
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    await expect.element(button).toHaveAccessibleName('Bookmark')
  })

  it('ends in the state of the last click, however fast one clicks', async () => {
    const { screen, button, writes } = await setUp({
      'POST /api/posts/7/bookmark': () => ({ body: bookmarked }),
      'DELETE /api/posts/7/bookmark': () => ({ body: notBookmarked }),
    })
    await expect.element(button).toBeVisible()
    const element = button.element() as HTMLElement
    element.click()
    element.click()
    await expect.element(screen.getByText('Post removed from bookmarks').first()).toBeVisible()
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    expect(writes().at(-1)?.method).toBe('DELETE')
  })

  it('rolls back after an error and reports it', async () => {
    const { screen, button } = await setUp({
      'POST /api/posts/7/bookmark': () => ({ status: 429, body: { message: 'Wait a minute' } }),
    })
    await button.click()
    await expect.element(screen.getByText('Wait a minute').first()).toBeVisible()
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    await expect.element(screen.getByText('0 bookmarks')).toBeVisible()
  })

  it('asks a visitor to sign in, and bookmarks afterwards', async () => {
    const { button, writes, signInRequest } = await setUp({}, null)
    await button.click()
    expect(signInRequest()).toEqual({ reason: 'bookmark', action: { kind: 'bookmark', postId: 7 } })
    expect(writes()).toEqual([])
  })
})
