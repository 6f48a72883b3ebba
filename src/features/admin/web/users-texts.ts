import type { AdminUserRow } from '../contract.ts'
import { formatCountWithNoun } from './format-count-with-noun.ts'

type InvitationFacts = NonNullable<AdminUserRow['invitations']>

/** UI strings for the Users tab. */
export const userTexts = {
  /** Who invited a user, and what has become of those whom they invited. */
  invitations: ({ invitedBy, invited, muted, suspended, deleted, hasWave }: InvitationFacts): string =>
    [
      invitedBy !== null && `Invited by ${invitedBy}.`,
      invited > 0 && `Has invited ${invited} (${muted} muted, ${suspended} suspended, ${deleted} deleted).`,
      hasWave &&
        'Their invitations have ended, because several of these were suspended or removed within a week.',
    ]
      .filter(Boolean)
      .join(' '),
  muteTitle: (name: string) => `Mute ${name}?`,
  muteText:
    "They can read and create private posts, but can't publish, comment or vote. They see the rule and your reason, and can appeal.",
  unmuteTitle: (name: string) => `Unmute ${name}?`,
  unmuteText: 'They can publish, comment and vote again.',
  endSessions: 'Sign out',
  endSessionsNamed: (name: string) => `Sign out ${name}`,
  endSessionsTitle: (name: string) => `Sign ${name} out everywhere?`,
  endSessionsText: "They'll be signed out of every browser immediately. They can sign in again.",
  sessionsEnded: (name: string) => `Signed ${name} out everywhere`,
  admin: 'Admin',
  muted: 'Muted',
  incomplete: 'Profile incomplete',
  columns: {
    name: 'Name',
    email: 'Email',
    joined: 'Joined',
    posts: 'Posts',
    upvotes: 'Upvotes',
    engagement: 'Engagement',
  },
  counts: (posts: number, upvotes: number, engagement: number) =>
    `${formatCountWithNoun(posts, 'post')} · ${formatCountWithNoun(upvotes, 'upvote')} · engagement ${engagement.toLocaleString('en')}`,
  mute: 'Mute',
  unmute: 'Unmute',
  userMuted: (name: string) => `Muted ${name}`,
  userUnmuted: (name: string) => `Unmuted ${name}`,
  deleteAccount: 'Delete account',
  deleteUser: (name: string) => `Permanently delete ${name}?`,
  deleteUserAll: 'This permanently deletes their account and everything in it.',
  counting: 'Counting…',
  deleteUserText: ({
    posts,
    comments,
    votes,
    bookmarks,
  }: Record<'posts' | 'comments' | 'votes' | 'bookmarks', number>) =>
    `This deletes ${formatCountWithNoun(posts, 'post')} with their comments, votes and bookmarks, ${formatCountWithNoun(comments, 'comment')}, ` +
    `${formatCountWithNoun(votes, 'vote')} and ${formatCountWithNoun(bookmarks, 'bookmark')}. You can't undo this.`,
  countFailed: "We couldn't count what will be deleted.",
} as const
