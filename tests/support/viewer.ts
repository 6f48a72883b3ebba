import type { Member } from '#core/viewer.ts'

/** Creates a signed-in member as rules and guards receive it, by default one with a completed profile. */
export const buildViewer = (fields: Partial<Member> = {}): Member => ({
  id: 1,
  username: 'ada',
  avatar: null,
  isAdmin: false,
  isModerator: false,
  moderatedTopics: [],
  isMuted: false,
  isSuspended: false,
  profileCompleted: true,
  hasBlocks: false,
  hasMutes: false,
  trustLevel: 'member',
  isWaiting: false,
  ...fields,
})
