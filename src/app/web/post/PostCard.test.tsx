import { describe, expect, it, vi } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { aPostCard } from '#tests/components/samples.ts'
import { PostCard } from './PostCard.tsx'

const setUp = async () => {
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
  const { screen, navigation, signInRequest } = await renderComponent(
    <PostCard
      post={aPostCard({ id: 7, title: 'A haiku', description: 'About rain and wind' })}
      feedPosition={{ position: 2, size: 9 }}
    />,
  )
  return {
    screen,
    openTab,
    signInRequest,
    card: screen.getByRole('article', { name: 'A haiku' }),
    freeArea: screen.getByText('About rain and wind'),
    path: () => navigation.location.pathname,
  }
}

describe('A post card', () => {
  it('is named by its title and says where it is in the feed', async () => {
    const { card } = await setUp()
    await expect.element(card).toHaveAttribute('aria-posinset', '2')
    await expect.element(card).toHaveAttribute('aria-setsize', '9')
  })

  it('opens its post when one clicks its free area', async () => {
    const { freeArea, path } = await setUp()
    await freeArea.click()
    await expect.poll(path).toBe('/t/poems/post-7')
  })

  it('opens its post in another tab with Ctrl or the middle button', async () => {
    const { freeArea, openTab, path } = await setUp()
    await freeArea.click({ modifiers: ['Control'] })
    expect(openTab).toHaveBeenLastCalledWith('/t/poems/post-7', '_blank', 'noopener')
    await freeArea.click({ button: 'middle' })
    expect(openTab).toHaveBeenCalledTimes(2)
    expect(path()).toBe('/')
  })

  it('stays where it is when one uses its controls or selects text', async () => {
    const { screen, freeArea, path, signInRequest } = await setUp()
    await screen.getByRole('group', { name: 'Prompt' }).click()
    await screen.getByRole('button', { name: 'Upvote' }).click({ force: true })
    expect(signInRequest()).toMatchObject({ reason: 'vote' })
    // The end of a drag that selects text is a click, too.
    const text = freeArea.element() as HTMLElement
    getSelection()?.selectAllChildren(text)
    text.click()
    await new Promise(requestAnimationFrame)
    expect(path()).toBe('/')
    getSelection()?.removeAllRanges()
    text.click()
    await expect.poll(path).toBe('/t/poems/post-7')
  })
})
