import { describe, expect, it } from 'vitest'
import type { Member } from '#core/viewer.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { decisionActions } from './contract-values.ts'
import {
  can,
  canModerate,
  canOverrideClaim,
  canUndo,
  getModeratorRole,
  listPossibleActions,
  replacesWhatIsRead,
} from './policy.ts'

const member = buildViewer({ id: 1 })
const topicModerator = buildViewer({ id: 2, moderatedTopics: [7] })
const moderator = buildViewer({ id: 3, isModerator: true })
const admin = buildViewer({ id: 4, isAdmin: true })
/** From the lowest role to the highest. */
const ROLES = [member, topicModerator, moderator, admin]
const MODERATORS = ROLES.slice(1)

/** The same role as another account has it. */
const another = (viewer: Member): Member => ({ ...viewer, id: viewer.id + 10 })

/** A row for each of `rows`, with a column for each role. */
const tableOf = (rows: readonly Member[], check: (row: Member, column: Member) => boolean) =>
  rows.map((row) => ROLES.map((column) => check(row, another(column))))

describe('Moderators', () => {
  it('are admins, moderators of the site and moderators of topics', () => {
    expect(ROLES.map(canModerate)).toEqual([false, true, true, true])
    expect(MODERATORS.map(getModeratorRole)).toEqual(['topic-moderator', 'moderator', 'admin'])
    expect(getModeratorRole({ ...admin, isModerator: true, moderatedTopics: [7] })).toBe('admin')
  })

  it('take over the case of a lower role only', () => {
    expect(tableOf(MODERATORS, canOverrideClaim)).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [true, true, true, false],
    ])
  })

  it('undo decisions of their own role, of lower ones and of the site itself', () => {
    const deciders = ['automatic', 'topic-moderator', 'moderator', 'admin'] as const
    expect(MODERATORS.map((viewer) => deciders.map((decider) => canUndo(viewer, decider)))).toEqual([
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, true],
    ])
  })

  it('decide about content of their own role and of lower ones, and about what has no author', () => {
    expect(tableOf(MODERATORS, can.decideAbout)).toEqual([
      [true, true, false, false],
      [true, true, true, false],
      [true, true, true, true],
    ])
    for (const viewer of MODERATORS) {
      expect(can.decideAbout(viewer, null)).toBe(true)
      expect(can.decideAbout(viewer, viewer), 'about themselves').toBe(false)
    }
  })

  it('mute and suspend lower roles only, and moderators of topics nobody', () => {
    expect(tableOf(MODERATORS, can.sanction)).toEqual([
      [false, false, false, false],
      [true, true, false, false],
      [true, true, true, false],
    ])
    for (const viewer of MODERATORS) {
      expect(can.sanction(viewer, null)).toBe(false)
      expect(can.sanction(viewer, viewer), 'themselves').toBe(false)
    }
  })
})

describe('The possible decisions', () => {
  const post = { kind: 'post', exists: true } as const
  const aboutContent = ['dismiss', 'recategorize', 'label', 'hide', 'remove']

  it('are about a member only if that member can be sanctioned', () => {
    const actions = listPossibleActions(moderator, member, post)
    expect(actions.slice(0, aboutContent.length)).toEqual(aboutContent)
    expect(actions.slice(aboutContent.length)).toEqual(expect.arrayContaining(['warn', 'mute', 'suspend']))
    expect(listPossibleActions(topicModerator, member, post)).toEqual([...aboutContent, 'warn'])
    expect(listPossibleActions(moderator, another(moderator), post)).toEqual([...aboutContent, 'warn'])
  })

  it('warn nobody if there is no author', () => {
    expect(listPossibleActions(admin, null, post)).toEqual(aboutContent)
  })

  it('change nothing about what has been deleted', () => {
    expect(listPossibleActions(topicModerator, member, { ...post, exists: false })).toEqual([
      'dismiss',
      'warn',
    ])
  })

  it('are none about a higher role or about oneself', () => {
    expect(listPossibleActions(moderator, admin, post)).toEqual([])
    expect(listPossibleActions(moderator, moderator, post)).toEqual([])
  })
})

it('Labels, topic and tags replace what readers see with a subject, and no other decision does', () => {
  expect(decisionActions.filter(replacesWhatIsRead)).toEqual(['recategorize', 'label'])
})
