import { beforeEach, expect, test, vi } from 'vitest'
import { listDraftForms, readDraft, saveDraft } from '#web/drafts.ts'
import { readBlankValues, saveBlankValues } from '../blank-values.ts'
import {
  createLocalDraft,
  getEditDraftName,
  type LocalPostDraft,
  NEW_POST_DRAFT,
  SET_ASIDE_DRAFTS,
} from '../form/draft.ts'
import { EMPTY_POST } from '../form/post-values.ts'
import { deletePrivateDrafts, getPrivateDraftTitles } from './private-drafts.ts'

class MemoryStorage {
  [key: string]: unknown
  getItem(key: string) {
    return (this[key] as string | undefined) ?? null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
})

const ME = 7
const aDraft = (title: string, isPrivate: boolean, isTouched = true): LocalPostDraft => ({
  ...createLocalDraft({ ...EMPTY_POST, title, isPrivate }),
  isTouched,
})

test('finds private drafts of new posts, posts set aside and edits, and deletes only those', async () => {
  saveDraft(ME, NEW_POST_DRAFT, aDraft('New', true))
  saveDraft(ME, SET_ASIDE_DRAFTS, [aDraft('Aside', true), aDraft('Public aside', false)])
  saveDraft(ME, getEditDraftName(3), aDraft('Edited', true))
  saveDraft(ME, getEditDraftName(4), aDraft('Public edit', false))
  saveDraft(ME, 'comment:3:0', { content: 'A comment' })
  saveDraft(8, NEW_POST_DRAFT, aDraft('Of another member', true))
  expect(getPrivateDraftTitles(ME).sort()).toEqual(['Aside', 'Edited', 'New'])
  await deletePrivateDrafts(ME)
  expect(getPrivateDraftTitles(ME)).toEqual([])
  expect(listDraftForms(ME).sort()).toEqual(['comment:3:0', SET_ASIDE_DRAFTS, getEditDraftName(4)])
  expect(readDraft<LocalPostDraft[]>(ME, SET_ASIDE_DRAFTS)?.map(({ values }) => values.title)).toEqual([
    'Public aside',
  ])
  expect(getPrivateDraftTitles(8)).toEqual(['Of another member'])
})

test('does not list an untouched draft, but deletes it', async () => {
  saveDraft(ME, NEW_POST_DRAFT, aDraft('Only what the dialog was opened with', true, false))
  saveDraft(ME, getEditDraftName(3), aDraft('  ', true))
  expect(getPrivateDraftTitles(ME)).toEqual([])
  await deletePrivateDrafts(ME)
  expect(listDraftForms(ME)).toEqual([])
})

test('does not list a draft that the server has, but deletes the copy in the browser', async () => {
  saveDraft(ME, NEW_POST_DRAFT, { ...aDraft('On the server', true), stored: 'saved' })
  expect(getPrivateDraftTitles(ME)).toEqual([])
  await deletePrivateDrafts(ME)
  expect(listDraftForms(ME)).toEqual([])
  saveDraft(ME, NEW_POST_DRAFT, { ...aDraft('With changes', true), stored: 'changed' })
  expect(getPrivateDraftTitles(ME)).toEqual(['With changes'])
})

test('deletes what the member has filled into prompts', async () => {
  saveBlankValues(ME, '7', { cv: 'Born in 1990' })
  saveBlankValues(8, '7', { cv: 'Of another member' })
  await deletePrivateDrafts(ME)
  expect(readBlankValues(ME, '7')).toEqual({})
  expect(readBlankValues(8, '7')).toEqual({ cv: 'Of another member' })
})

test('remembers the values of 20 prompts, without empty ones', () => {
  for (let id = 0; id <= 20; id += 1) saveBlankValues(ME, String(id), { topic: `Rain ${id}`, words: '' })
  expect(readBlankValues(ME, '0')).toEqual({})
  expect(readBlankValues(ME, '1')).toEqual({ topic: 'Rain 1' })
  saveBlankValues(ME, '20', { cv: 'x'.repeat(500_000) })
  expect(readBlankValues(ME, '20')).toEqual({})
})
