import { describe, expect, it, onTestFinished, vi } from 'vitest'
import CreatePostDialog from '#features/posts/web/create/CreatePostDialog.tsx'
import type { StoredDraft } from '#features/posts/web/form/draft.ts'
import { EMPTY_POST } from '#features/posts/web/form/post-values.ts'
import {
  type ApiRequest,
  buildMember,
  type FakeApi,
  renderComponent,
} from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import ServerDraft from './ServerDraft.tsx'

type Sent = { title: string; requestKey?: string; draftId?: string }

const stored: StoredDraft = {
  id: '6f0a3c1e-3d5b-4a57-9a61-0d3a1c5f7b11',
  values: { ...EMPTY_POST, title: 'A haiku', description: 'About rain', prompt: 'Write a haiku' },
  exampleFiles: [],
  publishAt: null,
}

const setUp = async ({ api = {}, draft }: { api?: FakeApi; draft?: StoredDraft } = {}) => {
  const user = buildMember()
  const answers: Record<string, (request: ApiRequest) => object> = {}
  const rendered = await renderComponent(
    <CreatePostDialog
      user={user}
      preset={{}}
      {...(draft && { stored: draft })}
      serverDraft={<ServerDraft />}
      onClose={vi.fn()}
    />,
    {
      user,
      // Removes the draft's id from the request path before looking up the response, because the dialog generates the
      // id.
      api: new Proxy(api, {
        get: (known, name: string) =>
          known[name.replace(/\/[\da-f-]{36}$/, '')] ?? answers[name.replace(/\/[\da-f-]{36}$/, '')],
      }),
    },
  )
  answers['GET /api/topics'] = () => ({ body: [] })
  answers['POST /api/posts/same-prompt'] = () => ({ body: { post: null } })
  answers['POST /api/posts'] = ({ body }) => ({ body: buildPostCard({ id: 9, ...(body as Sent) }) })
  const { screen, writes } = rendered
  return {
    ...rendered,
    title: screen.getByRole('textbox', { name: 'Title' }),
    save: screen.getByRole('button', { name: 'Save draft' }),
    saves: () => writes().filter(({ method }) => method === 'PUT'),
  }
}
const PUT = 'PUT /api/user/drafts'

describe('The draft of the Create Post dialog', () => {
  it('is stored when one asks for it, and after that whenever one stops typing', async () => {
    const { screen, title, save, saves } = await setUp({ api: { [PUT]: () => ({}) } })
    await title.fill('One')
    expect(saves()).toEqual([])
    await save.click()
    await expect.element(screen.getByText('Saved', { exact: true }).first()).toBeVisible()
    await title.fill('Two')
    await title.fill('Three')
    await expect.poll(() => saves().map(({ body }) => (body as Sent).title)).toEqual(['One', 'Three'])
    expect(new Set(saves().map(({ url }) => url)).size).toBe(1)
  })

  it('says that it is only in this browser if the server cannot be reached, and why if the server says so', async () => {
    const answers = [
      { status: 503 },
      { status: 409, body: { message: 'You have 100 drafts. Delete one before you save another.' } },
    ]
    const { screen, title, save } = await setUp({ api: { [PUT]: () => answers.shift() ?? {} } })
    await title.fill('One')
    await save.click()
    await expect.element(screen.getByText("Couldn't save. Your text stays in this browser.")).toBeVisible()
    await save.click()
    await expect
      .element(screen.getByText(/You have 100 drafts\..* Your text stays in this browser\.$/))
      .toBeVisible()
    await save.click()
    await expect.element(screen.getByText('Saved', { exact: true }).first()).toBeVisible()
  })

  it('links to the post if another tab has published it', async () => {
    const published = {
      code: 'draft-published',
      message: 'You already published this draft',
      conflictUrl: '/post/7',
    }
    const { screen, title } = await setUp({
      api: { [PUT]: () => ({ status: 409, body: published }) },
      draft: stored,
    })
    await title.fill('Changed')
    const link = screen.getByRole('link', { name: 'View the post' })
    await expect.element(link).toHaveAttribute('href', '/post/7')
    await expect
      .element(screen.getByText(/You already published this draft\. View the post\. Your text stays/))
      .toBeVisible()
  })

  it.each([
    [503, 2],
    [429, 2],
    [409, 1],
    [400, 1],
  ])('is saved again by itself after a %i only if that may help', async (status, count) => {
    const { screen, title, save, saves } = await setUp({
      api: { [PUT]: () => ({ status }) },
      draft: stored,
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await title.fill('Changed')
    await save.click()
    await expect.element(screen.getByText(/Couldn't save\./)).toBeVisible()
    await vi.advanceTimersByTimeAsync(21_000)
    expect(saves()).toHaveLength(count)
    await title.fill('Changed again')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(saves()).toHaveLength(count + 1)
  })

  it('continues with the changes that only this browser has, and saves them', async () => {
    const offline = await setUp({ api: { [PUT]: () => ({ status: 503 }) }, draft: stored })
    await offline.title.fill('Changed offline')
    await offline.save.click()
    await expect.element(offline.screen.getByText(/stays in this browser/)).toBeVisible()
    await offline.screen.unmount()
    const { title, saves } = await setUp({ api: { [PUT]: () => ({}) }, draft: stored })
    await expect.element(title).toHaveValue('Changed offline')
    await expect.poll(() => saves().map(({ body }) => (body as Sent).title)).toEqual(['Changed offline'])
  })

  it('leaves the dialog to a new post once the server has everything', async () => {
    const first = await setUp({ api: { [PUT]: () => ({}) } })
    await first.title.fill('One')
    await first.save.click()
    await expect.element(first.screen.getByText('Saved', { exact: true }).first()).toBeVisible()
    await first.screen.unmount()
    const { title } = await setUp()
    await expect.element(title).toHaveValue('')
  })

  it('is saved when the dialog closes before the pause', async () => {
    const { screen, title, saves } = await setUp({ api: { [PUT]: () => ({}) }, draft: stored })
    await expect.element(title).toHaveValue('A haiku')
    await title.fill('Changed')
    expect(saves()).toEqual([])
    await screen.unmount()
    await expect.poll(() => saves().map(({ body }) => (body as Sent).title)).toEqual(['Changed'])
  })

  it('is named in the post that comes from it, which waits for a running save and is followed by none', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const { screen, title, save, saves, writes } = await setUp({
      api: { [PUT]: () => promise },
      draft: stored,
    })
    await title.fill('Changed')
    await save.click()
    await title.fill('Last')
    await screen.getByRole('button', { name: 'Create Post' }).click()
    await expect.poll(() => writes().some(({ url }) => url === '/api/posts/same-prompt')).toBe(true)
    expect(writes().some(({ url }) => url === '/api/posts')).toBe(false)
    resolve({})
    await expect.poll(() => writes().at(-1)?.url).toBe('/api/posts')
    expect(writes().at(-1)?.body).toMatchObject({ title: 'Last', requestKey: stored.id, draftId: stored.id })
    await screen.unmount()
    expect(saves()).toHaveLength(1)
  })
})
