import { expect, it } from 'vitest'
import { createLocalDraft, NEW_POST_DRAFT } from '#features/posts/web/form/draft.ts'
import { EMPTY_POST } from '#features/posts/web/form/post-values.ts'
import { postDialogStore } from '#features/posts/web/post-dialog.ts'
import { type ApiResponse, buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { readDraft, saveDraft } from '#web/drafts.ts'
import type { DraftSummary } from '../contract.ts'
import { DraftRow } from './DraftRow.tsx'

const draft: DraftSummary = {
  id: '6f0a3c1e-3d5b-4a57-9a61-0d3a1c5f7b11',
  title: 'A haiku',
  excerpt: 'About rain',
  isPrivate: false,
  updatedAt: new Date(),
  publishAt: null,
  problem: '',
}
const PATH = `/api/user/drafts/${draft.id}`

const setUp = (change: Partial<DraftSummary> = {}, api: Record<string, () => ApiResponse> = {}) =>
  renderComponent(<DraftRow draft={{ ...draft, ...change }} />, { user: buildMember(), api })

it('names the time in the zone of the member, and sends it in UTC', async () => {
  const { screen, writes } = await setUp({}, { [`PUT ${PATH}/schedule`]: () => ({}) })
  await screen.getByRole('button', { name: 'Publish at… A haiku' }).click()
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await screen.getByLabelText('Date and time').fill(`${day}T08:15`)
  await screen.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(screen.getByText('Post scheduled')).toBeVisible()
  expect(writes()[0]?.body).toEqual({ publishAt: new Date(`${day}T08:15`).toISOString() })
})

it('says what is missing before a time is chosen, and continues the draft', async () => {
  const whole = { ...EMPTY_POST, ...draft, title: 'A haiku', description: 'About rain', exampleFiles: [] }
  const { screen, writes } = await setUp({}, { [`GET ${PATH}`]: () => ({ body: whole }) })
  await screen.getByRole('button', { name: 'Publish at… A haiku' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Publish at a time' })
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Continue the draft first: AI prompt is required.')
  await expect.element(dialog.getByRole('button', { name: 'Schedule' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(postDialogStore.get()).toMatchObject({ kind: 'create', stored: { id: draft.id } })
  postDialogStore.set(null)
  expect(writes()).toEqual([])
})

it('says what has become missing when the draft is scheduled', async () => {
  const issues = [
    { path: 'title', message: 'Title is required' },
    { path: 'prompt', message: 'AI prompt is required' },
  ]
  const answer = { status: 400, body: { message: 'Title is required', issues } }
  const { screen } = await setUp({ title: '' }, { [`PUT ${PATH}/schedule`]: () => answer })
  await screen.getByRole('button', { name: 'Publish at… Untitled' }).click()
  await screen.getByRole('button', { name: 'Schedule' }).click()
  await expect
    .element(screen.getByText('Continue the draft first: Title is required. AI prompt is required.'))
    .toBeVisible()
})

it('says why a draft was not published', async () => {
  const { screen } = await setUp({ problem: 'Its topic no longer exists. Choose another one.' })
  await expect.element(screen.getByText(/Not published: Its topic no longer exists/)).toBeVisible()
})

it('unschedules a post', async () => {
  const { screen } = await setUp(
    { publishAt: new Date(Date.now() + 86_400_000) },
    { [`DELETE ${PATH}/schedule`]: () => ({}) },
  )
  await screen.getByRole('button', { name: 'Unschedule A haiku' }).click()
  await expect.element(screen.getByText('The post is a draft again')).toBeVisible()
})

it('deletes the copy in the browser with the draft', async () => {
  const { screen } = await setUp({}, { [`DELETE ${PATH}`]: () => ({}) })
  saveDraft(1, NEW_POST_DRAFT, {
    ...createLocalDraft({ ...EMPTY_POST, title: 'A haiku' }),
    requestKey: draft.id,
  })
  await screen.getByRole('button', { name: 'Delete A haiku' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Draft deleted')).toBeVisible()
  expect(readDraft(1, NEW_POST_DRAFT)).toBeNull()
})

it('deletes the copy in the browser when an earlier version is restored', async () => {
  const version = { ...EMPTY_POST, exampleFiles: [], id: 3, savedAt: new Date(), title: 'An older haiku' }
  const { screen, writes } = await setUp(
    {},
    { [`GET ${PATH}/versions`]: () => ({ body: [version] }), [`PUT ${PATH}`]: () => ({}) },
  )
  const copy = { ...createLocalDraft({ ...EMPTY_POST, title: 'A haiku' }), requestKey: draft.id }
  saveDraft(1, NEW_POST_DRAFT, { ...copy, stored: 'changed' })
  await screen.getByRole('button', { name: 'Versions of A haiku' }).click()
  await screen.getByRole('button', { name: /^Restore the version of/ }).click()
  await expect.element(screen.getByText('Version restored')).toBeVisible()
  expect(writes()[0]?.body).toMatchObject({ title: 'An older haiku', isNewVersion: true })
  expect(readDraft(1, NEW_POST_DRAFT)).toBeNull()
})
