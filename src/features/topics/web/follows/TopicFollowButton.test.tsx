import { describe, expect, it } from 'vitest'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { TopicFollowButton } from './TopicFollowButton.tsx'

const topic = { id: 3, name: 'Poems', isHot: false }

const setUp = async (api: FakeApi) => {
  const rendered = await renderComponent(<TopicFollowButton topic={topic} />, { user: buildMember(), api })
  return { ...rendered, button: rendered.screen.getByRole('button', { name: /ollow$/ }) }
}

describe('The follow button', () => {
  it('follows at once, and leads to the feed when it is saved', async () => {
    const followed: (typeof topic)[] = []
    const response = Promise.withResolvers<{ body: unknown }>()
    const { screen, button, writes, navigation } = await setUp({
      'GET /api/user/followed-topics': () => ({ body: followed }),
      'POST /api/topics/3/follow': () => response.promise,
    })
    await expect.element(button).toHaveTextContent('Follow')
    await button.click()
    await expect.element(button).toHaveTextContent('Unfollow')
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await button.click({ force: true })
    followed.push(topic)
    response.resolve({ body: {} })
    await expect.element(screen.getByText('Following Poems').first()).toBeVisible()
    await expect.element(button).toHaveAttribute('aria-disabled', 'false')
    await expect.element(button).toHaveTextContent('Unfollow')
    expect(writes()).toHaveLength(1)
    await screen.getByRole('button', { name: 'See your feed' }).click()
    await expect.poll(() => navigation.location.href).toBe('/?feed=following')
  })

  it('unfollows', async () => {
    let followed = [topic]
    const { screen, button } = await setUp({
      'GET /api/user/followed-topics': () => ({ body: followed }),
      'DELETE /api/topics/3/follow': () => {
        followed = []
        return { body: {} }
      },
    })
    await expect.element(button).toHaveTextContent('Unfollow')
    await button.click()
    await expect.element(screen.getByText('Unfollowed Poems')).toBeInTheDocument()
    await expect.element(button).toHaveTextContent('Follow')
  })

  it.for([
    [503, 'Failed to follow topic'],
    [404, 'Topic not found'],
  ] as const)('rolls back after a %i', async ([status, message]) => {
    const { screen, button } = await setUp({
      'GET /api/user/followed-topics': () => ({ body: [] }),
      'POST /api/topics/3/follow': () => ({ status }),
    })
    await button.click()
    await expect.element(screen.getByText(message).first()).toBeVisible()
    await expect.element(button).toHaveTextContent('Follow')
  })
})
