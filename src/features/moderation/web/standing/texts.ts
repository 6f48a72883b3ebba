import { type NewcomerLimit, newcomerLimitNouns, type TrustLevel, trustRequirements } from '#core/trust.ts'
import type { Standing } from '../../contract-standing.ts'

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
  limits: 'Until then, within 24 hours you can add',
  limit: (name: NewcomerLimit, count: number) => `${count} ${newcomerLimitNouns[name]}`,
  firstLook: 'Your first public post with a link waits until a moderator has looked at it.',
  waiting: {
    waiting: 'waits for a first look by a moderator.',
    reported: 'was reported, and waits for a decision by a moderator.',
    hidden: 'is hidden until you edit it.',
  } satisfies Record<Standing['waitingPosts'][number]['restriction'], string>,
  position: (position: number) => `Place ${position.toLocaleString('en')} in the queue.`,
  waitingHeading: 'Posts that only you see',
  loadFailed: "We couldn't load your standing.",
} as const
