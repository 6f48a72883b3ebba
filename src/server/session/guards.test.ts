import { describe, expect, it } from 'vitest'
import type { Member } from '#core/viewer.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { requireActiveMember, requireAdmin, requireCompletedProfile, requireSignedIn } from './guards.ts'

const member = buildViewer()
const status = (guard: typeof requireActiveMember, viewer: Member | null): number => {
  try {
    guard(viewer)
    return 200
  } catch (error) {
    return (error as { status: number }).status
  }
}
const statuses = (viewer: Member | null) =>
  [requireSignedIn, requireCompletedProfile, requireActiveMember, requireAdmin].map((g) => status(g, viewer))

describe('the guards for reading your own data, writing, publishing and moderating', () => {
  it.each([
    ['a visitor', null, [401, 401, 401, 401]],
    ['a member without a completed profile', { ...member, profileCompleted: false }, [200, 403, 403, 403]],
    [
      'an admin without a completed profile',
      { ...member, profileCompleted: false, isAdmin: true },
      [200, 403, 403, 403],
    ],
    ['a member', member, [200, 200, 200, 403]],
    ['a muted member', { ...member, isMuted: true }, [200, 200, 403, 403]],
    ['an admin', { ...member, isAdmin: true }, [200, 200, 200, 200]],
  ])('respond to %s with the expected statuses', (_, viewer, expected) => {
    expect(statuses(viewer)).toEqual(expected)
  })
})
