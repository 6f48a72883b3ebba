import { describe, expect, it } from 'vitest'
import type { Member } from '#core/viewer.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { can } from './policy.ts'

const author = buildViewer()
const suggester = buildViewer({ id: 2 })
const other = buildViewer({ id: 3 })
const admin = buildViewer({ id: 3, isAdmin: true })
const mute = (viewer: Member) => ({ ...viewer, isMuted: true })

const post = { userId: author.id, isPrivate: false }
const privatePost = { ...post, isPrivate: true }
const editOf = (status: string) => ({ user: suggester, status })
const STATUSES = ['open', 'changes-requested', 'accepted', 'declined', 'withdrawn']

describe('A suggested edit', () => {
  it('can be made to public posts of others by members who are not muted', () => {
    const viewers = [suggester, admin, mute(suggester), author, null]
    expect(viewers.map((viewer) => can.suggestEdit(viewer, post))).toEqual([true, true, false, false, false])
    expect(can.suggestEdit(suggester, privatePost)).toBe(false)
  })

  it('is undecided until it is accepted, declined or withdrawn', () => {
    expect(STATUSES.map((status) => can.isUndecided(editOf(status)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('is decided by the author of the post while it is undecided', () => {
    expect(STATUSES.map((status) => can.decide(author, post, editOf(status)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    const viewers = [mute(author), suggester, admin, null]
    expect(viewers.map((viewer) => can.decide(viewer, post, editOf('open')))).toEqual(Array(4).fill(false))
  })

  it('is revised by its own author while it is undecided and the post public', () => {
    expect(STATUSES.map((status) => can.revise(suggester, post, editOf(status)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    const viewers = [mute(suggester), author, admin, null]
    expect(viewers.map((viewer) => can.revise(viewer, post, editOf('open')))).toEqual(Array(4).fill(false))
    expect(can.revise(suggester, privatePost, editOf('open'))).toBe(false)
  })

  it('is deleted by its own author unless it was accepted, and removed by admins always', () => {
    expect(STATUSES.map((status) => can.delete(suggester, editOf(status)))).toEqual([
      true,
      true,
      false,
      true,
      true,
    ])
    expect(STATUSES.every((status) => can.remove(admin, editOf(status)))).toBe(true)
    expect(can.remove({ ...suggester, isAdmin: true }, editOf('open'))).toBe(false)
    expect(can.remove({ ...admin, isSuspended: true }, editOf('open'))).toBe(false)
    expect([author, other, admin, null].map((viewer) => can.delete(viewer, editOf('open')))).toEqual(
      Array(4).fill(false),
    )
    expect([author, other, suggester, null].map((viewer) => can.remove(viewer, editOf('open')))).toEqual(
      Array(4).fill(false),
    )
  })
})
