import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  deleteAllDrafts,
  deleteDraft,
  deleteDraftFields,
  readDraft,
  saveDraft,
  saveDraftFields,
} from './drafts.ts'

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

describe('drafts', () => {
  beforeEach(() => {
    vi.useRealTimers()
    vi.stubGlobal('localStorage', new MemoryStorage())
  })

  it('are stored per member and form', () => {
    saveDraft(7, 'post', { title: 'Half a title' })
    expect(readDraft(7, 'post')).toEqual({ title: 'Half a title' })
    expect(readDraft(8, 'post')).toBeNull()
    expect(readDraft(null, 'post')).toBeNull()
    deleteDraft(7, 'post')
    expect(readDraft(7, 'post')).toBeNull()
  })

  it('are deleted with the account, and after a month', () => {
    saveDraft(7, 'post', 'a')
    saveDraft(7, 'comment:3', 'b')
    saveDraft(70, 'post', 'c')
    deleteAllDrafts(7)
    expect([readDraft(7, 'post'), readDraft(7, 'comment:3'), readDraft(70, 'post')]).toEqual([
      null,
      null,
      'c',
    ])
    vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000 })
    expect(readDraft(70, 'post')).toBeNull()
  })

  it('merge the fields typed in different tabs, and keep each field until the tab that saved it sends it', () => {
    saveDraftFields(7, 'profile', { bio: 'of one tab', website: 'a' })
    saveDraftFields(7, 'profile', { website: 'of the other' })
    deleteDraftFields(7, 'profile', { bio: 'of one tab', website: 'a', xLink: '' })
    expect(readDraft(7, 'profile')).toEqual({ website: 'of the other' })
    deleteDraftFields(7, 'profile', { bio: '', website: 'of the other' })
    expect(readDraft(7, 'profile')).toBeNull()
    saveDraftFields(7, 'profile', { bio: 'typed' })
    saveDraftFields(7, 'profile', { bio: undefined })
    expect(readDraft(7, 'profile')).toBeNull()
  })

  it('are optional: nothing fails without storage', () => {
    vi.stubGlobal('localStorage', undefined)
    saveDraft(1, 'post', 'a')
    expect(readDraft(1, 'post')).toBeNull()
  })
})
