import { type NewcomerLimit, type TrustLevel, trustRequirements } from '#core/trust.ts'

/** UI strings for the section of the settings that says how far a member is trusted. */
export const standingTexts = {
  heading: 'Your standing',
  levels: {
    newcomer: 'You are a newcomer.',
    member: 'You are a member.',
    regular: 'You are a regular. Your reports weigh most.',
  } satisfies Record<TrustLevel, string>,
  next: {
    member: (needsBoth: boolean) =>
      `To become a member, you need an account of ${trustRequirements.member.days} days, and ${needsBoth ? 'both of the others' : 'one of the other two'}:`,
    regular: (needsBoth: boolean) =>
      `To become a regular, you need an account of ${trustRequirements.regular.days} days, and ${needsBoth ? 'both of the others' : 'one of the other two'}:`,
  },
  days: 'Days since you joined',
  reveals: 'Prompts you have revealed',
  upvotes: 'Upvotes you have received (those of newcomers do not count)',
  progress: (has: number, needs: number) => `${has.toLocaleString('en')} of ${needs.toLocaleString('en')}`,
  limits: 'Until then, within a day you can add',
  limit: {
    posts: (count: number) => `${count} public posts`,
    comments: (count: number) => `${count} comments`,
    links: (count: number) => `${count} posts or comments with links`,
    mentions: (count: number) => `${count} mentions`,
    files: (count: number) => `${count} files`,
    votes: (count: number) => `${count} votes`,
    reports: (count: number) => `${count} reports`,
  } satisfies Record<NewcomerLimit, (count: number) => string>,
  firstLook: 'Your first public post with a link waits until a moderator has looked at it.',
  waiting: (position: number) =>
    `waits for a first look, at place ${position.toLocaleString('en')} in the queue.`,
  loadFailed: "We couldn't load your standing.",
} as const
