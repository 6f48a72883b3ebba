import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { PostCard } from '#app/web/post/PostCard.tsx'
import { FillablePrompt } from '#features/posts/web/FillablePrompt.tsx'
import { PromptBox } from '#features/posts/web/PromptBox.tsx'
import { TopicFollowButton } from '#features/topics/web/follows/TopicFollowButton.tsx'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import { translatePage } from '#tests/components/translate-page.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'

const Toggle = ({ withIcon }: { withIcon: boolean }) => {
  const [isOn, setOn] = useState(false)
  return (
    <Button {...(withIcon && { icon: <Icon name="plus" size={16} /> })} onClick={() => setOn(!isOn)}>
      {isOn ? 'Show less' : 'Show more'}
    </Button>
  )
}

const ChangingCard = () => {
  const [post, setPost] = useState(buildPostCard({ commentCount: 1 }))
  const onChange = () => setPost({ ...post, score: 41, commentCount: 2, isBookmarked: true })
  return (
    <>
      <PostCard post={post} />
      <button type="button" onClick={onChange}>
        Change
      </button>
    </>
  )
}

const moved = buildPostCard({ prompt: 'Say ${word} now', promptLength: 15 })

describe('On a page that the browser has translated', () => {
  it.each([true, false])('a button changes its text (with an icon: %s)', async (withIcon) => {
    const { screen } = await renderComponent(<Toggle withIcon={withIcon} />)
    const button = screen.getByRole('button')
    for (const text of ['Show less', 'Show more', 'Show less']) {
      translatePage(screen.container)
      await button.click()
      await expect.element(button).toHaveTextContent(text)
      expect(button.element().textContent).toBe(text)
    }
  })

  it('a topic is followed and unfollowed', async () => {
    const topic = { id: 3, name: 'Poems', isHot: false }
    let followed: (typeof topic)[] = []
    const setFollowed = (topics: typeof followed) => () => {
      followed = topics
      return { body: {} }
    }
    const { screen } = await renderComponent(<TopicFollowButton topic={topic} />, {
      user: buildMember(),
      api: {
        'GET /api/user/followed-topics': () => ({ body: followed }),
        'POST /api/topics/3/follow': setFollowed([topic]),
        'DELETE /api/topics/3/follow': setFollowed([]),
      },
    })
    const button = screen.getByRole('button', { name: /ollow$/ })
    for (const text of ['Unfollow', 'Follow']) {
      await expect.element(button).toHaveAttribute('aria-disabled', 'false')
      translatePage(screen.container)
      await button.click()
      await expect.element(button).toHaveTextContent(text)
    }
  })

  it('a card counts votes and comments and says what is bookmarked', async () => {
    const { screen } = await renderComponent(<ChangingCard />, { user: buildMember() })
    translatePage(screen.container)
    await screen.getByRole('button', { name: 'Change' }).click()
    const card = screen.getByRole('article')
    await expect.poll(() => card.element().textContent).toContain('412 commentsBookmarked')
  })

  it.each([
    ['of a post', <PromptBox key="" post={moved} isOnPostPage />],
    ['that is not stored', <FillablePrompt key="" id="7" prompt={{ ...moved, text: moved.prompt }} />],
  ])(
    'a prompt %s can be shown again with what was filled in if another program has moved its elements',
    async (_, prompt) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const { screen } = await renderComponent(
        <>
          {prompt}
          <Toggle withIcon />
        </>,
        { user: buildMember() },
      )
      await screen.getByRole('button', { name: '1 blank to fill' }).click()
      await screen.getByRole('textbox', { name: 'Word' }).fill('hello')
      const form = screen.container.querySelector('fieldset')
      const wrapper = document.createElement('div')
      form?.replaceWith(wrapper)
      wrapper.append(form ?? '')
      screen.container.querySelector<HTMLElement>('[aria-expanded=true]')?.click()
      await expect.element(screen.getByText('Something went wrong here.')).toBeVisible()
      await screen.getByRole('button', { name: 'Show more' }).click()
      await expect.element(screen.getByRole('button', { name: 'Show less' })).toBeVisible()
      await screen.getByRole('button', { name: 'Try again' }).click()
      await expect.element(screen.getByRole('group', { name: 'Prompt' })).toHaveTextContent('Say hello now')
    },
  )

  it('a prompt is filled in and copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen } = await renderComponent(
      <FillablePrompt id="7" prompt={{ text: 'Say ${word} to {{name}} now', type: 'Text', models: [] }} />,
    )
    translatePage(screen.container)
    await screen.getByRole('button', { name: '2 blanks to fill' }).click()
    translatePage(screen.container)
    await screen.getByRole('textbox', { name: 'Word' }).fill('hello')
    const prompt = screen.getByRole('group', { name: 'Prompt' })
    await expect.element(prompt).toHaveTextContent('Say hello to name now')
    await expect.element(screen.getByRole('button', { name: '1 blank to fill' })).toBeVisible()
    translatePage(screen.container)
    await screen.getByRole('textbox', { name: 'Word' }).fill('')
    await expect.element(prompt).toHaveTextContent('Say word to name now')
    await screen.getByRole('button', { name: 'Copy prompt' }).click()
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible()
  })
})
