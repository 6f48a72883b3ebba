import { describe, expect, it, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import type { CurrentUser } from '#core/current-user.ts'
import type { SiteLicense } from '#core/licenses.ts'
import {
  type ApiRequest,
  buildMember,
  type FakeApi,
  renderComponent,
} from '#tests/components/render-component.tsx'
import { buildPostCard, buildPostPage } from '#tests/components/samples.ts'
import type { PostValues } from '../form/post-values.ts'
import CreatePostDialog from './CreatePostDialog.tsx'

type Sent = PostValues & { requestKey: string }

/** Responds with the post that the request contains. */
const create = ({ body }: ApiRequest) => {
  const { title, description, prompt, type, models, topicId, isPrivate } = body as Sent
  return { body: buildPostCard({ id: 9, title, description, prompt, type, models, topicId, isPrivate }) }
}

type Options = {
  api?: FakeApi
  preset?: Partial<PostValues>
  user?: CurrentUser
  license?: SiteLicense
}

const setUp = async ({ api = {}, preset = {}, user = buildMember(), license }: Options = {}) => {
  const onClose = vi.fn()
  const rendered = await renderComponent(<CreatePostDialog user={user} preset={preset} onClose={onClose} />, {
    user,
    license,
    api: {
      'GET /api/topics': () => ({ body: [{ id: 3, name: 'Poems', isHot: false }] }),
      'POST /api/posts/same-prompt': () => ({ body: { post: null } }),
      'POST /api/posts': create,
      ...api,
    },
  })
  const { screen, writes } = rendered
  const field = (name: string) => screen.getByRole('textbox', { name })
  return {
    ...rendered,
    onClose,
    field,
    submit: screen.getByRole('button', { name: 'Create Post' }),
    topic: screen.getByRole('combobox', { name: 'Topic' }),
    published: () => writes().flatMap(({ url, body }) => (url === '/api/posts' ? [body as Sent] : [])),
    fill: async () => {
      await field('Title').fill('A haiku')
      await field('Description').fill('About rain')
      await field('AI Prompt').fill('Write a haiku')
    },
  }
}

describe('The dialog that creates a post', () => {
  it('publishes in a topic, closes and opens the post', async () => {
    const { screen, fill, field, topic, published, onClose, navigation } = await setUp()
    await fill()
    await screen.getByRole('radio', { name: 'Code' }).click({ force: true })
    await topic.click()
    await screen.getByRole('option', { name: 'Poems' }).click()
    await field('Title').click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => navigation.location.pathname).toBe('/t/poems/post-9')
    expect(onClose).toHaveBeenCalledOnce()
    expect(published()).toEqual([
      {
        title: 'A haiku',
        description: 'About rain',
        prompt: 'Write a haiku',
        type: 'Code',
        models: [],
        topicId: 3,
        isPrivate: false,
        exampleFiles: [],
        tags: [],
        blanksIn: 'text',
        license: 'unspecified',
        sourceUrl: '',
        form: 'prompt',
        skill: '',
        requestKey: expect.any(String),
        draftId: published()[0]?.requestKey,
      },
    ])
  })

  it('publishes messages with roles, which can be added, moved and removed with the keyboard', async () => {
    const { screen, fill, field, submit, published } = await setUp()
    await fill()
    const form = screen.getByRole('combobox', { name: 'Form', exact: true })
    await form.selectOptions('Messages')
    await expect.element(field('Message 1, User')).toHaveValue('Write a haiku')
    await screen.getByRole('button', { name: 'Add message' }).click()
    await expect.element(field('Message 2, Assistant')).toHaveFocus()
    await userEvent.keyboard('Be brief')
    await screen.getByRole('combobox', { name: 'Role of message 2' }).selectOptions('System')
    screen.getByRole('button', { name: 'Move message 2 up' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Move message 1 down' })).toHaveFocus()
    await expect.element(field('Message 1, System')).toHaveValue('Be brief')
    await screen.getByRole('button', { name: 'Add message' }).click()
    await screen.getByRole('button', { name: 'Remove message 3' }).click()
    await expect.element(field('Message 2, User')).toHaveFocus()
    await userEvent.keyboard('{End}')
    await screen.getByRole('button', { name: 'Insert blank' }).click()
    await screen.getByRole('button', { name: 'Preview prompt' }).click()
    await expect.element(screen.getByText('System:')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Name, not filled in' })).toBeVisible()
    await submit.click()
    await expect
      .poll(() => published()[0])
      .toMatchObject({
        form: 'messages',
        prompt: '{{role "system"}}\nBe brief\n\n{{role "user"}}\nWrite a haiku ${name}',
      })
  })

  it('asks for a message, and keeps the text when the form changes', async () => {
    const { screen, fill, field, submit, published } = await setUp()
    await fill()
    const form = screen.getByRole('combobox', { name: 'Form', exact: true })
    await form.selectOptions('Messages')
    await field('Message 1, User').fill('')
    await submit.click()
    await expect.element(screen.getByText('AI prompt is required')).toBeVisible()
    await expect.element(field('Message 1, User')).toHaveFocus()
    await userEvent.keyboard('Hello')
    await form.selectOptions('A single prompt')
    await expect.element(field('AI Prompt')).toHaveValue('Hello')
    await submit.click()
    await expect.poll(() => published()[0]).toMatchObject({ form: 'prompt', prompt: 'Hello' })
  })

  it('lets the author say where the prompt has blanks, once it could have some', async () => {
    const { screen, fill, field, submit, published } = await setUp()
    await fill()
    const choice = screen.getByRole('combobox', { name: 'Where blanks are' })
    await expect.element(choice).not.toBeInTheDocument()
    await field('AI Prompt').fill('```\n${code}\n```')
    await choice.selectOptions('Everywhere, also in code blocks')
    await submit.click()
    await expect.poll(() => published()[0]).toMatchObject({ blanksIn: 'everywhere' })
  })

  it('asks for a license and a source in a part that is closed at first', async () => {
    const { screen, fill, field, submit, published } = await setUp()
    await fill()
    await expect.element(field('Source URL')).not.toBeInTheDocument()
    await screen.getByText('License and source (optional)').click()
    const license = screen.getByRole('combobox', { name: 'License' })
    await expect.element(license).toHaveDisplayValue('Not specified')
    await license.selectOptions('CC BY 4.0')
    await field('Source URL').fill('javascript:alert(1)')
    await submit.click()
    await expect.element(field('Source URL')).toHaveAccessibleDescription(/must be a link/)
    await expect.element(field('Source URL')).toHaveFocus()
    expect(published()).toEqual([])
    await screen.getByText('License and source (optional)').click()
    await field('Source URL').fill('https://example.org')
    await screen.getByText('License and source (optional)').click()
    await expect.element(field('Source URL')).not.toBeInTheDocument()
    await screen.getByText('License and source (optional)').click()
    await field('Source URL').fill('https://example.org/origin')
    await submit.click()
    await expect
      .poll(() => published()[0])
      .toMatchObject({ license: 'CC-BY-4.0', sourceUrl: 'https://example.org/origin' })
  })

  it("offers the site's default license, and leaves no choice if the site has none", async () => {
    const preset = await setUp({ license: { default: 'CC-BY-4.0', isFixed: false } })
    await preset.screen.getByText('License and source (optional)').click()
    const license = preset.screen.getByRole('combobox', { name: 'License' })
    await expect.element(license).toHaveDisplayValue('CC BY 4.0 (default of this site)')
    await preset.screen.unmount()
    const fixed = await setUp({
      license: { default: 'CC0-1.0', isFixed: true },
      preset: { license: 'MIT' },
    })
    await expect.element(fixed.field('License')).toHaveValue('CC0 1.0 (default of this site)')
    await fixed.fill()
    await fixed.submit.click()
    await expect.poll(() => fixed.published()[0]).toMatchObject({ license: 'unspecified' })
  })

  it.each([
    ['CC-BY-SA-4.0', /asks for the same license/],
    ['all-rights-reserved', /reserves all rights/],
  ] as const)('suggests the license %s of the post that a remix is based on', async (license, notice) => {
    const { screen, fill, submit, published } = await setUp({
      preset: { license, remixOf: 7, prompt: 'Write a haiku' },
      api: { 'GET /api/posts/7': () => ({ body: buildPostPage({ license }) }) },
    })
    await expect.element(screen.getByText(notice)).toBeVisible()
    await fill()
    await submit.click()
    await expect.poll(() => published()[0]).toMatchObject({ license, remixOf: 7 })
  })

  it('names the fields that are missing, and sends nothing', async () => {
    const { field, submit, requests } = await setUp()
    await submit.click()
    await expect.element(field('Title')).toHaveAccessibleDescription('Title is required')
    await expect.element(field('Description')).toHaveAccessibleDescription('Description is required')
    await expect.element(field('AI Prompt')).toHaveAccessibleDescription('AI prompt is required')
    await expect.element(field('Title')).toHaveFocus()
    expect(requests.map(({ method }) => method)).not.toContain('POST')
  })

  it('says how people can listen to an example, once the type is Audio', async () => {
    const { screen } = await setUp()
    const audio = screen.getByRole('radio', { name: 'Audio' })
    const hint = screen.getByText(/choose a video with a still picture and the sound/)
    await expect.element(audio).toBeInTheDocument()
    await expect.element(hint).not.toBeInTheDocument()
    await audio.click({ force: true })
    await expect.element(hint).toBeVisible()
  })

  it('drops the models when one changes the type', async () => {
    const { screen } = await setUp({ preset: { models: ['claude'] } })
    await expect.element(screen.getByText('Selected: 1/5 models')).toBeVisible()
    await screen.getByRole('radio', { name: 'Image' }).click({ force: true })
    await expect.element(screen.getByText('Selected: 0/5 models')).toBeVisible()
  })

  it('moves between the types with the arrow keys', async () => {
    const { screen } = await setUp()
    const [text, code] = ['Text', 'Code'].map((name) => screen.getByRole('radio', { name }))
    await expect.element(text as Locator).toBeChecked()
    await text?.click({ force: true })
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(code as Locator).toBeChecked()
    await expect.element(code as Locator).toHaveFocus()
  })

  it('inserts a blank at the cursor and selects its name', async () => {
    const { screen, field } = await setUp()
    await field('AI Prompt').fill('Write to ')
    await screen.getByRole('button', { name: 'Insert blank' }).click()
    await expect.element(field('AI Prompt')).toHaveFocus()
    await userEvent.keyboard('city')
    await expect.element(field('AI Prompt')).toHaveValue('Write to ${city}')
  })

  it('undoes the insertion of a blank', async () => {
    const { screen, field } = await setUp()
    await userEvent.type(field('AI Prompt'), 'Write to ')
    await screen.getByRole('button', { name: 'Insert blank' }).click()
    await expect.element(field('AI Prompt')).toHaveValue('Write to ${name}')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(field('AI Prompt')).toHaveValue('Write to ')
  })

  it('previews the prompt with its blanks as readers get it', async () => {
    const { screen, field } = await setUp()
    await field('AI Prompt').fill('Write to ${city}')
    await screen.getByRole('button', { name: 'Preview prompt' }).click()
    await expect.element(field('AI Prompt')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: '1 blank to fill' }).click()
    await field('City').fill('Lima')
    await expect.element(screen.getByText('Lima', { exact: true }).first()).toBeVisible()
    await screen.getByRole('button', { name: 'Write prompt' }).click()
    await expect.element(field('AI Prompt')).toHaveValue('Write to ${city}')
  })

  it('previews the description, and shows the field again if it is invalid', async () => {
    const { screen, field, submit } = await setUp()
    await field('Description').fill('About **rain**')
    await screen.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect.element(screen.getByText('rain')).toBeVisible()
    await expect.element(field('Description')).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Write' }).click()
    await field('Description').fill(' ')
    await screen.getByRole('button', { name: 'Preview', exact: true }).click()
    await submit.click()
    await expect.element(field('Description')).toHaveAccessibleDescription('Description is required')
  })

  it('restores a draft with its key, and discards it', async () => {
    const first = await setUp()
    await first.fill()
    await first.screen.getByRole('button', { name: 'Cancel' }).click()
    expect(first.onClose).toHaveBeenCalledOnce()
    await first.screen.unmount()

    const second = await setUp()
    await expect.element(second.screen.getByText('Draft restored')).toBeVisible()
    await expect.element(second.field('AI Prompt')).toHaveValue('Write a haiku')
    await second.screen.getByRole('button', { name: 'Discard draft' }).click()
    await expect.element(second.field('AI Prompt')).toHaveValue('')
    await expect.element(second.screen.getByText('Draft restored')).not.toBeInTheDocument()
    await second.screen.unmount()

    const third = await setUp()
    await expect.element(third.field('Title')).toHaveValue('')
  })

  it('keeps an unfinished post for the next time if it opens with other texts', async () => {
    const first = await setUp()
    await first.fill()
    await first.screen.unmount()
    const { screen, field } = await setUp({ preset: { title: 'From the optimizer' } })
    await expect.element(field('Title')).toHaveValue('From the optimizer')
    await expect.element(screen.getByText(/^We saved your unfinished post/)).toBeVisible()
  })

  it('shows the errors of the server at their fields, and sends the same key again', async () => {
    let isRejected = true
    const { screen, fill, field, submit, published, onClose } = await setUp({
      api: {
        'POST /api/posts': (request) =>
          isRejected
            ? { status: 400, body: { message: 'Invalid', issues: [{ path: 'title', message: 'Too plain' }] } }
            : create(request),
      },
    })
    await fill()
    await submit.click()
    await expect.element(field('Title')).toHaveAccessibleDescription('Too plain')
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await expect.element(screen.getByText('Please check the highlighted fields.')).toBeVisible()
    isRejected = false
    await submit.click()
    await expect.poll(() => onClose.mock.calls).toHaveLength(1)
    const [before, after] = published()
    expect(after?.requestKey).toBe(before?.requestKey)
  })

  it('warns once about the same prompt in another topic, and publishes when one insists', async () => {
    const { screen, fill, submit, published, onClose } = await setUp({
      api: {
        'POST /api/posts/same-prompt': () => ({ body: { post: { id: 4, topicId: 8, url: '/post/4' } } }),
      },
    })
    await fill()
    await submit.click()
    await expect
      .element(screen.getByText(/^You already published this prompt in another topic/))
      .toBeVisible()
    const link = screen.getByRole('link', { name: 'View the first post' })
    await expect.element(link).toHaveAttribute('href', '/post/4')
    expect(published()).toEqual([])
    await submit.click()
    await expect.poll(() => onClose.mock.calls).toHaveLength(1)
    expect(published()).toHaveLength(1)
  })

  it('publishes with a private link, and offers to copy it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { screen, fill, topic, submit, published } = await setUp({
      api: {
        'POST /api/posts': (request) => {
          const { body } = create(request)
          return { body: { ...body, topic: null, privateId: 'secret' } }
        },
      },
    })
    await fill()
    await expect.element(screen.getByText('Everyone can find and read it')).toBeVisible()
    await screen.getByRole('switch', { name: 'Private link' }).click()
    await expect.element(topic).toHaveValue('Private (Hidden From Everyone)')
    await expect.element(screen.getByText('Only people with the link can read it')).toBeVisible()
    await submit.click()
    await expect.poll(published).toMatchObject([{ isPrivate: true, topicId: null }])
    // The dialog is still open here, so everything outside it is hidden from screen readers.
    await screen.getByRole('button', { name: 'Copy link', includeHidden: true }).click()
    await expect.element(screen.getByText('Link copied').first()).toBeVisible()
    expect(write.mock.calls[0]?.[0]).toMatch(/^http.*secret/)
    write.mockRestore()
  })

  it('tells a newcomer that a post with a link waits for a look', async () => {
    const { screen, fill, topic, submit } = await setUp({
      api: {
        'POST /api/posts': () => ({
          body: buildPostCard({ id: 9, isPrivate: true, restriction: 'waiting' }),
        }),
      },
    })
    await fill()
    await topic.click()
    await screen.getByRole('option', { name: 'Poems' }).click()
    await submit.click()
    await expect
      .element(screen.getByText('Readers see it once a moderator has looked at it').first())
      .toBeVisible()
    await expect.element(screen.getByText('Copy link')).not.toBeInTheDocument()
  })

  it('lets a muted member create only private posts', async () => {
    const { screen, fill, topic, submit, published } = await setUp({ user: buildMember({ isMuted: true }) })
    await expect.element(topic).toBeDisabled()
    await expect.element(topic).toHaveValue('Private (Hidden From Everyone)')
    await expect.element(screen.getByText(/^Your account is muted/)).toBeVisible()
    await fill()
    await submit.click()
    await expect.poll(published).toMatchObject([{ isPrivate: true, topicId: null }])
  })
})
