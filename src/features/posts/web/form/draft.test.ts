import { expect, test } from 'vitest'
import { type Draft, newDraft, openDraft } from './draft.ts'
import { EMPTY } from './post-values.ts'

const aDraft = (more: Partial<Draft> = {}, values = {}): Draft => ({
  ...newDraft({ ...EMPTY, title: 'Half a title', topicId: 4, ...values }),
  isTouched: true,
  ...more,
})

test('a draft comes back with its key, and says so', () => {
  const kept = aDraft({ wasTried: true })
  expect(openDraft(kept, {})).toEqual({ draft: kept, isRestored: true, setAside: null })
  expect(openDraft(kept, { topicId: 9 }).draft.values.topicId).toBe(4)
})

test('a draft of nothing but files comes back too', () => {
  expect(openDraft(aDraft({ fileCount: 1 }, { title: ' ' }), {}).isRestored).toBe(true)
})

test('an empty draft gives way to what the dialog is opened with', () => {
  const { draft, isRestored } = openDraft(aDraft({}, { title: '' }), { topicId: 9 })
  expect([draft.values.topicId, isRestored, draft.fileCount]).toEqual([9, false, 0])
})

test('a draft may become private by how the dialog is opened, never public', () => {
  const asked = openDraft(aDraft(), { isPrivate: true })
  expect(asked.draft.values).toMatchObject({ title: 'Half a title', isPrivate: true, topicId: null })
  const hidden = aDraft({}, { isPrivate: true, topicId: null })
  expect(openDraft(hidden, { topicId: 9, isPrivate: false }).draft.values.isPrivate).toBe(true)
})

test('texts that come along set a draft aside, with another key', () => {
  const kept = aDraft()
  const { draft, isRestored, setAside } = openDraft(kept, {
    title: 'From elsewhere',
    topicId: 3,
    isPrivate: true,
  })
  expect(draft.values).toEqual({ ...EMPTY, title: 'From elsewhere', isPrivate: true })
  expect([isRestored, setAside]).toEqual([false, kept])
  expect(draft.requestKey).not.toBe(kept.requestKey)
  expect(openDraft(aDraft({ isTouched: false }), { prompt: 'New' }).setAside).toBeNull()
})
