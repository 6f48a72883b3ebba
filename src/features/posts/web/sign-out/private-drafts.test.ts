import { beforeEach, expect, test, vi } from 'vitest'
import { keepDraft, listForms, readDraft } from '#web/drafts.ts'
import { type Draft, newDraft } from '../form/draft.ts'
import { ASIDE, CREATE, editName } from '../form/draft-names.ts'
import { EMPTY } from '../form/post-values.ts'
import { dropPrivateDrafts, unsentPrivateTitles } from './private-drafts.ts'

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
const aDraft = (title: string, isPrivate: boolean, isTouched = true): Draft => ({
  ...newDraft({ ...EMPTY, title, isPrivate }),
  isTouched,
})

test('finds private drafts of new posts, posts set aside and edits, and deletes only those', async () => {
  keepDraft(ME, CREATE, aDraft('New', true))
  keepDraft(ME, ASIDE, [aDraft('Aside', true), aDraft('Public aside', false)])
  keepDraft(ME, editName(3), aDraft('Edited', true))
  keepDraft(ME, editName(4), aDraft('Public edit', false))
  keepDraft(ME, 'comment:3:0', { content: 'A comment' })
  keepDraft(8, CREATE, aDraft('Of another member', true))
  expect(unsentPrivateTitles(ME).sort()).toEqual(['Aside', 'Edited', 'New'])
  await dropPrivateDrafts(ME)
  expect(unsentPrivateTitles(ME)).toEqual([])
  expect(listForms(ME).sort()).toEqual(['comment:3:0', ASIDE, editName(4)])
  expect(readDraft<Draft[]>(ME, ASIDE)?.map(({ values }) => values.title)).toEqual(['Public aside'])
  expect(unsentPrivateTitles(8)).toEqual(['Of another member'])
})

test('does not list an untouched draft, but deletes it', async () => {
  keepDraft(ME, CREATE, aDraft('Only what the dialog was opened with', true, false))
  keepDraft(ME, editName(3), aDraft('  ', true))
  expect(unsentPrivateTitles(ME)).toEqual([])
  await dropPrivateDrafts(ME)
  expect(listForms(ME)).toEqual([])
})
