import { expect, it } from 'vitest'
import { buildViewer } from '#tests/support/viewer.ts'
import { can } from './policy.ts'

const author = buildViewer()
const muted = buildViewer({ isMuted: true })
const other = buildViewer({ id: 2 })
const admin = buildViewer({ id: 2, isAdmin: true })
const viewers = [author, muted, other, admin, buildViewer({ isAdmin: true }), null]

const publicPost = { userId: author.id, isPrivate: false }
const privatePost = { userId: author.id, isPrivate: true }

/** For each rule: who may do it with a public and with a private post, in the order of `viewers`. */
const expected: Record<keyof typeof can, [boolean[], boolean[]]> = {
  editPost: [
    [true, false, false, false, true, false],
    [true, true, false, false, true, false],
  ],
  openEditor: [
    [true, false, false, false, true, false],
    [true, true, false, false, true, false],
  ],
  openVersions: [
    [true, true, true, true, true, true],
    [true, true, true, true, true, false],
  ],
  deletePost: [
    [true, true, false, false, true, false],
    [true, true, false, false, true, false],
  ],
  renewLink: [
    [false, false, false, false, false, false],
    [true, true, false, false, true, false],
  ],
  removePost: [
    [false, false, false, true, false, false],
    [false, false, false, true, false, false],
  ],
}

it.each(Object.keys(expected) as (keyof typeof can)[])('decides about %s by role and ownership', (rule) => {
  const decide = (post: typeof publicPost) => viewers.map((viewer) => can[rule](viewer, post))
  expect([decide(publicPost), decide(privatePost)]).toEqual(expected[rule])
})

it('offers nobody to edit what moderators have removed', () => {
  const removed = { ...privatePost, restriction: 'removed' } as const
  expect(viewers.filter((viewer) => can.openEditor(viewer, removed))).toEqual([])
})

it('lets muted members edit private posts, but not what is only hidden, because an edit publishes it', () => {
  const hidden = { ...privatePost, restriction: 'hidden' } as const
  expect(viewers.map((viewer) => can.editPost(viewer, hidden))).toEqual(expected.editPost[0])
})
