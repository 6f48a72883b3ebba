import { describe, expect, it } from 'vitest'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import { createFeedApi, TestFeed } from '#tests/components/TestFeed.tsx'
import type { PostCard } from '../contract.ts'
import { PromptBox } from './PromptBox.tsx'

const whole = `${'Write a haiku. '.repeat(20)}The end.`
let lastId = 100

/** Renders a post with a new id because revealed posts are remembered until the page is closed. */
const setUp = async (isMember: boolean, api: FakeApi = {}, prompt = whole, more: Partial<PostCard> = {}) => {
  lastId += 1
  const id = lastId
  const post = buildPostCard({
    id,
    prompt: prompt.slice(0, 150),
    promptLength: prompt.length,
    promptTruncated: true,
    ...more,
  })
  const rendered = await renderComponent(
    <TestFeed>{(each) => <PromptBox post={each} isOnPostPage={false} />}</TestFeed>,
    { user: isMember ? buildMember() : null, api: { ...createFeedApi(post), ...api } },
  )
  return { ...rendered, id }
}

describe('A hidden prompt', () => {
  it('asks a visitor to sign in, and reveals it afterwards', async () => {
    const { screen, id, signInRequest, writes } = await setUp(false)
    await expect.element(screen.getByText('The rest of the prompt is hidden.')).toBeInTheDocument()
    await screen.getByRole('button', { name: 'Sign in to reveal' }).click()
    expect(signInRequest()).toEqual({ reason: 'reveal', action: { kind: 'reveal', postId: id } })
    expect(writes()).toEqual([])
  })

  it('shows a blank that is cut off at 100 characters by its name', async () => {
    const prompt = `${'Write a haiku. '.repeat(5)}Write it as \${position:Product manager}. ${whole}`
    const { screen } = await setUp(false, {}, prompt)
    const chip = screen.getByText('position', { exact: true })
    await expect.element(chip).toHaveClass('blank-empty')
    expect(chip.element().closest('pre')).toHaveTextContent(
      prompt.slice(0, 150).replace('${position:Pr', 'position'),
    )
  })

  it.each([20, 75, 90, 100, 110, 140])(
    'shows a role that begins after %i characters as a word, also where it is blurred',
    async (length) => {
      const prompt = `${'a'.repeat(length)}\n{{role "user"}}\nGo on. ${'b'.repeat(200)}`
      const { screen } = await setUp(false, {}, prompt, { form: 'messages' })
      await expect.element(screen.getByRole('button', { name: 'Sign in to reveal' })).toBeVisible()
      const box = screen.container.querySelector('pre')
      expect(box?.textContent).not.toContain('role')
      expect(box?.textContent?.replaceAll(/\s/g, '')).toMatch(length < 140 ? /^a+User:Go/ : /^a+$/)
    },
  )

  it('is fetched as a whole and counted once when a member reveals it', async () => {
    const { screen, id, writes } = await setUp(true, {
      'POST /api/user/reveal': () => ({ body: { prompt: whole } }),
    })
    await screen.getByRole('button', { name: 'Reveal' }).click()
    await expect.element(screen.getByText(/The end\.$/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy prompt' })).toBeEnabled()
    expect(writes()).toEqual([{ method: 'POST', url: '/api/user/reveal', body: { postId: id } }])
  })

  it('offers to try again if the rest cannot be loaded', async () => {
    let status = 503
    const { screen } = await setUp(true, {
      'POST /api/user/reveal': () => ({ status, body: { prompt: whole } }),
    })
    await screen.getByRole('button', { name: 'Reveal' }).click()
    await expect.element(screen.getByText("We couldn't load the rest of the prompt.")).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Copy prompt' })).toBeDisabled()
    status = 200
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText(/The end\.$/)).toBeVisible()
  })
})
