import { expect, it } from 'vitest'
import {
  createLocalDraft,
  type LocalPostDraft,
  NEW_POST_DRAFT,
  SET_ASIDE_DRAFTS,
} from '#features/posts/web/form/draft.ts'
import { listLocalDrafts } from '#features/posts/web/form/local-drafts.ts'
import { EMPTY_POST } from '#features/posts/web/form/post-values.ts'
import { postDialogStore } from '#features/posts/web/post-dialog.ts'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { saveDraft } from '#web/drafts.ts'
import { LocalDraftRow } from './LocalDraftRow.tsx'

const OWNER = 1
const aDraft = (title: string, change: Partial<LocalPostDraft> = {}): LocalPostDraft => ({
  ...createLocalDraft({ ...EMPTY_POST, title, prompt: 'Write a haiku' }),
  isTouched: true,
  ...change,
})
const titles = () => listLocalDrafts(OWNER).map(({ values }) => values.title)

/** Renders the row of the draft that was set aside before the current one. */
const setUp = () => {
  const older = aDraft('Older')
  saveDraft(OWNER, NEW_POST_DRAFT, aDraft('Newer'))
  saveDraft(OWNER, SET_ASIDE_DRAFTS, [aDraft('On the server', { stored: 'changed' }), older])
  return renderComponent(<LocalDraftRow draft={older} onDeleted={() => {}} />, { user: buildMember() })
}

it('continues a draft that was set aside, and sets aside the current one', async () => {
  const { screen } = await setUp()
  expect(titles()).toEqual(['Newer', 'Older'])
  await expect.element(screen.getByText('On this device')).toBeVisible()
  await expect.element(screen.getByText('Write a haiku')).toBeVisible()
  await screen.getByRole('button', { name: 'Continue Older' }).click()
  expect(postDialogStore.get()).toEqual({ kind: 'create', preset: {} })
  expect(titles()).toEqual(['Older', 'Newer'])
  postDialogStore.set(null)
})

it('deletes a draft after a confirmation', async () => {
  const { screen } = await setUp()
  await screen.getByRole('button', { name: 'Delete Older' }).click()
  expect(titles()).toEqual(['Newer', 'Older'])
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Draft deleted')).toBeVisible()
  expect(titles()).toEqual(['Newer'])
})
