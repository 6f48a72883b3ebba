import { expect, test } from 'vitest'
import { formFieldNames } from '../../contract-fields.ts'
import { chooseInitialDraft, createLocalDraft, type LocalPostDraft } from './draft.ts'
import { EMPTY_POST, type PostValues } from './post-values.ts'

const aDraft = (more: Partial<LocalPostDraft> = {}, values = {}): LocalPostDraft => ({
  ...createLocalDraft({ ...EMPTY_POST, title: 'Half a title', topicId: 4, ...values }),
  isTouched: true,
  ...more,
})

test('restores a draft with its idempotency key, and says so', () => {
  const saved = aDraft({ wasSubmitted: true })
  expect(chooseInitialDraft(saved, {})).toEqual({ draft: saved, isRestored: true, setAside: null })
  expect(chooseInitialDraft(saved, { topicId: 9 }).draft.values.topicId).toBe(4)
})

test('restores a draft that contains only files', () => {
  expect(chooseInitialDraft(aDraft({ fileCount: 1 }, { title: ' ' }), {}).isRestored).toBe(true)
})

test.each(formFieldNames)('restores a draft from before the field %s existed', (name) => {
  const saved = aDraft({ fileCount: 1 })
  const { [name]: _, ...older } = saved.values
  const { draft } = chooseInitialDraft({ ...saved, values: older as PostValues }, {})
  expect(draft.values).toEqual({ ...saved.values, [name]: EMPTY_POST[name] })
})

test("replaces an empty draft with the dialog's preset", () => {
  const { draft, isRestored } = chooseInitialDraft(aDraft({}, { title: '' }), { topicId: 9 })
  expect([draft.values.topicId, isRestored, draft.fileCount]).toEqual([9, false, 0])
})

test('lets the preset make a draft private, but never public', () => {
  const opened = chooseInitialDraft(aDraft(), { isPrivate: true })
  expect(opened.draft.values).toMatchObject({ title: 'Half a title', isPrivate: true, topicId: null })
  const hidden = aDraft({}, { isPrivate: true, topicId: null })
  expect(chooseInitialDraft(hidden, { topicId: 9, isPrivate: false }).draft.values.isPrivate).toBe(true)
})

test('sets a draft aside if the preset contains texts, and uses a new idempotency key', () => {
  const saved = aDraft()
  const { draft, isRestored, setAside } = chooseInitialDraft(saved, {
    title: 'From elsewhere',
    topicId: 3,
    isPrivate: true,
  })
  expect(draft.values).toEqual({ ...EMPTY_POST, title: 'From elsewhere', isPrivate: true })
  expect([isRestored, setAside]).toEqual([false, saved])
  expect(draft.requestKey).not.toBe(saved.requestKey)
  expect(chooseInitialDraft(aDraft({ isTouched: false }), { prompt: 'New' }).setAside).toBeNull()
})
