import { describe, expect, it } from 'vitest'
import type { Viewer } from '#core/viewer.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { COMMENT_EDIT_WINDOW_MS } from './contract-values.ts'
import { can } from './policy.ts'

const author = buildViewer()
const muted = buildViewer({ isMuted: true })
const other = buildViewer({ id: 2 })
const admin = buildViewer({ id: 2, isAdmin: true })
const authorIsAdmin = buildViewer({ isAdmin: true })

const postedAt = new Date('2026-01-01T12:00:00Z')
const comment = { userId: author.id, createdAt: postedAt }
const deleted = { ...comment, userId: null }
const justInTime = postedAt.getTime() + COMMENT_EDIT_WINDOW_MS - 1

describe('A comment', () => {
  it('can be edited for 15 minutes by its author, unless muted', () => {
    const canEdit = (viewer: Viewer, now: number) => can.editComment(viewer, comment, now)
    expect([canEdit(author, justInTime), canEdit(author, justInTime + 1)]).toEqual([true, false])
    expect([null, muted, other, admin].map((viewer) => canEdit(viewer, justInTime))).toEqual(
      Array(4).fill(false),
    )
  })

  it('can be deleted by its author at any time', () => {
    expect([author, muted, other, admin, null].map((viewer) => can.deleteComment(viewer, comment))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(can.deleteComment(null, deleted)).toBe(false)
  })

  it('can be removed by admins, but not by its author', () => {
    const viewers = [admin, author, authorIsAdmin, other, null]
    expect(viewers.map((viewer) => can.removeComment(viewer, comment))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
