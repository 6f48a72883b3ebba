import { describe, expect, it, vi } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import { PostCard } from './PostCard.tsx'

const setUp = async () => {
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
  const { screen, navigation, signInRequest } = await renderComponent(
    <PostCard
      post={buildPostCard({ id: 7, title: 'A haiku', description: 'About rain and wind' })}
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

  it('shows its first tag and how many more there are, on its byline', async () => {
    const { screen } = await renderComponent(
      <PostCard post={buildPostCard({ tags: ['seo', 'email', 'tone'] })} />,
    )
    const tag = screen.getByRole('link', { name: /seo/ })
    await expect.element(tag).toHaveAttribute('href', '/tag/seo')
    await expect.element(tag).toHaveTextContent('#seo+2')
    await expect.element(tag).toHaveAttribute('title', '#seo #email #tone')
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
    // Selecting text by dragging also ends with a click event.
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

describe("A card's header", () => {
  const setUpAt = async (url: string) => {
    const post = buildPostCard({ type: 'Image', models: ['midjourney', 'dall-e', 'retired'] })
    const { screen } = await renderComponent(<PostCard post={post} />, { url })
    return screen
  }

  it('links to the author and names type and models without links', async () => {
    const screen = await setUpAt('/new')
    await expect.element(screen.getByRole('link', { name: 'Grace' })).toHaveAttribute('href', '/u/Grace')
    await expect.element(screen.getByText('Image', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Midjourney', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByTitle('Midjourney, DALL-E, retired'))
      .toHaveTextContent('+2DALL-E, retired')
  })
})

describe('A card with a picture', () => {
  const files = [`/media/${'a'.repeat(64)}-400x300.png`]

  it.each([
    ['Image', true],
    ['Video', true],
    ['Text', false],
  ] as const)('of the type %s shows it above the title: %s', async (type, isAbove) => {
    const { screen } = await renderComponent(
      <PostCard post={buildPostCard({ id: 7, type, exampleFiles: files })} />,
    )
    const top = (role: 'button' | 'heading', name: string) =>
      screen.getByRole(role, { name }).element().getBoundingClientRect().top
    expect(top('button', 'Example image 1 of Post 7') < top('heading', 'Post 7')).toBe(isAbove)
  })
})
