import { describe, expect, it } from 'vitest'
import { type AuditEvent, adminActions } from '../contract-audit.ts'
import { auditVerbs, describeAuditChanges } from './audit-texts.ts'

type Recorded = Pick<AuditEvent, 'action' | 'target'> & Partial<Pick<AuditEvent, 'before' | 'after'>>

const sentences = (recorded: Recorded) =>
  describeAuditChanges({
    id: 1,
    admin: 'ada',
    targetId: 1,
    reason: '',
    before: null,
    after: null,
    createdAt: new Date(),
    reasonAddedAt: null,
    isOwn: true,
    ...recorded,
  })

/** The fields that each action records, and the sentences that the admin panel shows for them. */
const events: Record<AuditEvent['action'], [Omit<Recorded, 'action'>, string[]][]> = {
  'mute-user': [
    [
      { target: 'bob', before: { isMuted: false }, after: { isMuted: true } },
      ['The member can no longer publish, comment or vote.'],
    ],
  ],
  'approve-sign-up': [[{ target: 'bob' }, []]],
  'reject-sign-up': [[{ target: 'bob' }, []]],
  'unmute-user': [
    [
      { target: 'bob', before: { isMuted: true }, after: { isMuted: false } },
      ['The member can publish, comment and vote again.'],
    ],
  ],
  'change-role-of-user': [
    [
      { target: 'bob', before: { role: '' }, after: { role: 'moderator of Art and Music' } },
      ['The role “moderator of Art and Music” was added.'],
    ],
    [
      { target: 'bob', before: { role: 'moderator' }, after: { role: '' } },
      ['The role “moderator” was removed.'],
    ],
  ],
  'end-sessions-of-user': [
    [{ target: 'bob', after: { ended: 0 } }, ['The account was not signed in anywhere.']],
    [{ target: 'bob', after: { ended: 1 } }, ['1 session ended.']],
    [{ target: 'bob', after: { ended: 3 } }, ['3 sessions ended.']],
  ],
  'decide-case': [
    [
      { target: 'A title', after: { decision: 'warn', kind: 'post', userId: 7 } },
      ['The decision is “warn”.', 'The kind is “post”.', 'The author is member number 7.'],
    ],
  ],
  'reverse-decision': [
    [
      { target: 'A title', before: { decision: 'warn', kind: 'post', userId: 7 } },
      ['The decision was “warn”.', 'The kind was “post”.', 'The author is member number 7.'],
    ],
  ],
  'answer-appeal': [[{ target: 'A title', after: { decision: 'granted' } }, ['The decision is “granted”.']]],
  'delete-collection': [[{ target: 'Best of', before: { userId: 7 } }, ['The author is member number 7.']]],
  'delete-suggested-edit': [
    [{ target: 'Fix a typo', before: { userId: 7 } }, ['The author is member number 7.']],
  ],
  'create-webhook': [
    [
      { target: 'Cooking', after: { address: 'https://example.org/hook', state: 'active' } },
      ['The address is “https://example.org/hook”.', 'The state is “active”.'],
    ],
  ],
  'change-webhook': [
    [
      {
        target: 'Cooking',
        before: { listOfMessages: 'post.removed', state: 'disabled' },
        after: { listOfMessages: 'post.removed', state: 'active' },
      },
      ['The state changed from “disabled” to “active”.'],
    ],
    [{ target: 'Cooking', after: { secret: 'replaced' } }, ['The secret is “replaced”.']],
  ],
  'delete-webhook': [
    [
      { target: 'Cooking', before: { address: 'https://example.org/hook' } },
      ['The address was “https://example.org/hook”.'],
    ],
  ],
  'delete-user': [
    [
      {
        target: 'bob',
        before: { username: 'bob', isMuted: true, posts: 1, comments: 1200, votes: 0, bookmarks: 2 },
      },
      ['The account was muted.', 'Deleted with the account: 1 post, 1,200 comments, 2 bookmarks.'],
    ],
    [
      {
        target: 'bob',
        before: { username: 'bob', isMuted: false, posts: 0, comments: 0, votes: 0, bookmarks: 0 },
      },
      ['The account had no content.'],
    ],
  ],
  'create-topic': [
    [{ target: 'Knots', after: { name: 'Knots', description: 'Ropes' } }, ['The description is “Ropes”.']],
  ],
  'change-topic': [
    [
      {
        target: 'Knots',
        before: { name: 'Ropes', description: 'Old' },
        after: { name: 'Knots', description: 'New' },
      },
      ['The name changed from “Ropes” to “Knots”.', 'The description changed from “Old” to “New”.'],
    ],
    [
      {
        target: 'Knots',
        before: { name: 'Knots', description: '' },
        after: { name: 'Knots', description: 'New' },
      },
      ['The description “New” was added.'],
    ],
    [
      {
        target: 'Knots',
        before: { name: 'Knots', description: 'Old' },
        after: { name: 'Knots', description: '' },
      },
      ['The description “Old” was removed.'],
    ],
  ],
  'mark-hot': [
    [{ target: 'Knots', before: { isHot: false }, after: { isHot: true } }, ['It is now marked as HOT.']],
  ],
  'unmark-hot': [
    [
      { target: 'Knots', before: { isHot: true }, after: { isHot: false } },
      ['It is no longer marked as HOT.'],
    ],
  ],
  'delete-topic': [
    [
      { target: 'Knots', before: { name: 'Knots', description: 'Ropes', isHot: true, postCount: 4 } },
      ['The description was “Ropes”.', 'It was marked as HOT.', '4 posts stayed without a topic.'],
    ],
    [
      { target: 'Knots', before: { name: 'Knots', description: '', isHot: false, postCount: 0 } },
      ['It had no posts.'],
    ],
  ],
  'approve-request': [
    [
      {
        target: 'Chess',
        before: { name: 'Chess', description: 'Openings', userId: 7 },
        after: { topicId: 3, name: 'Chess openings' },
      },
      [
        'The description was “Openings”.',
        'The author is member number 7.',
        'The topic is called “Chess openings”.',
      ],
    ],
  ],
  'reject-request': [
    [
      { target: 'Chess', before: { name: 'Chess', description: 'Openings', userId: 7 } },
      ['The description was “Openings”.', 'The author is member number 7.'],
    ],
  ],
  'delete-feedback': [
    [{ target: 'Nice', before: { content: 'Nice', userId: 7 } }, ['The author is member number 7.']],
    [
      { target: 'A long…', before: { content: 'A long text', userId: 7 } },
      ['The text was “A long text”.', 'The author is member number 7.'],
    ],
  ],
  'delete-ad-request': [
    [
      { target: 'Acme', before: { name: 'Acme', email: 'ads@example.org', userId: 7 } },
      ['The email address was ads@example.org.', 'The author is member number 7.'],
    ],
  ],
  'answer-contact-message': [[{ target: 'ada@example.org' }, []]],
  'delete-contact-message': [
    [
      {
        target: 'ada@example.org',
        before: { name: 'Ada', email: 'ada@example.org', content: 'Hello', userId: null },
      },
      ['The name was “Ada”.', 'The email address was ada@example.org.', 'The text was “Hello”.'],
    ],
  ],
  'remove-post': [
    [{ target: 'Rude', before: { excerpt: 'Rude', userId: 7 } }, ['The author is member number 7.']],
    // After an account has been deleted, the log identifies its owner only by member number.
    [{ target: 'from a deleted account', before: { userId: 7 } }, ['The author is member number 7.']],
  ],
  'withdraw-skill': [[{ target: 'PDF tools', after: { version: 2 } }, ['The version is 2.']]],
  'edit-page': [
    [
      { target: 'terms', before: { length: 1200 }, after: { length: 950 } },
      ['The length changed from 1,200 to 950.'],
    ],
  ],
  'create-reset-link-for-user': [[{ target: 'bob' }, []]],
  'reset-second-factors-of-user': [[{ target: 'bob' }, []]],
  'retry-job': [[{ target: 'sweep-media' }, []]],
  'delete-job': [[{ target: 'sweep-media' }, []]],
  'block-application': [[{ target: 'Editor' }, []]],
  'allow-application': [[{ target: 'Editor' }, []]],
  'rename-tag': [
    [
      { target: 'mails', before: { name: 'mails' }, after: { name: 'email', changedPosts: 2 } },
      ['The name changed from “mails” to “email”.', 'It was on 2 posts.'],
    ],
  ],
  'remove-comment': [
    [
      { target: 'Rude', before: { excerpt: 'Rude words', userId: 7 } },
      ['The text began with “Rude words”.', 'The author is member number 7.'],
    ],
  ],
}

describe.each(adminActions)('The audit log about %s', (action) => {
  it('is in plain sentences', () => {
    expect(auditVerbs[action]).toMatch(/^[a-zHOT ]+$/)
    for (const [recorded, expected] of events[action])
      expect(sentences({ action, ...recorded })).toEqual(expected)
  })
})

it('reads a field that it does not know as words', () => {
  const changed = { action: 'change-topic', target: 'Knots' } as const
  expect(sentences({ ...changed, before: { sortRank: 1, isOpen: true } })).toEqual([
    'The sort rank was 1.',
    'The mark “open” was yes.',
  ])
  expect(sentences({ ...changed, before: { sortRank: 1 }, after: { sortRank: 2000 } })).toEqual([
    'The sort rank changed from 1 to 2,000.',
  ])
})

it('has nothing to say about an action without values', () => {
  expect(sentences({ action: 'mute-user', target: 'bob' })).toEqual([])
})
