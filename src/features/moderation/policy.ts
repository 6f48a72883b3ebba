import type { Member } from '#core/viewer.ts'
import {
  actionsBySubject,
  type DecisionAction,
  isAboutMember,
  type ModeratorRole,
  type SubjectKind,
} from './contract-values.ts'

type Role = Pick<Member, 'isAdmin' | 'isModerator' | 'moderatedTopics'>

/** Whether somebody looks after anything, and so can open the queue. */
export const canModerate = ({ isAdmin, isModerator, moderatedTopics }: Role): boolean =>
  isAdmin || isModerator || moderatedTopics.length > 0

export const getModeratorRole = ({ isAdmin, isModerator }: Role): Exclude<ModeratorRole, 'automatic'> => {
  if (isAdmin) return 'admin'
  return isModerator ? 'moderator' : 'topic-moderator'
}

const rankOfRole: Record<ModeratorRole, number> = {
  admin: 3,
  moderator: 2,
  'topic-moderator': 1,
  automatic: 0,
}

const rankOf = ({ isAdmin, isModerator, moderatedTopics }: Role): number => {
  if (isAdmin) return 3
  if (isModerator) return 2
  return moderatedTopics.length > 0 ? 1 : 0
}

/** Whether somebody can decide a case on which somebody else works: only if that person's role is lower. */
export const canOverrideClaim = (moderator: Role, claimer: Role): boolean =>
  rankOf(moderator) > rankOf(claimer)

/** Whether somebody can undo what somebody with this role has decided: nobody undoes the decisions of a higher role. */
export const canUndo = (moderator: Role, decider: ModeratorRole): boolean =>
  rankOfRole[decider] <= rankOfRole[getModeratorRole(moderator)]

/**
 * The rules for who decides about whom (docs/spec/moderation.md#roles): nobody about themselves or a higher role, and
 * mutes and suspensions are for lower roles only and not for moderators of topics.
 */
export const can = {
  decideAbout: (moderator: Role & { id: number }, author: (Role & { id: number }) | null): boolean =>
    author === null || (author.id !== moderator.id && rankOf(author) <= rankOf(moderator)),
  sanction: (moderator: Role, author: Role | null): boolean =>
    author !== null &&
    getModeratorRole(moderator) !== 'topic-moderator' &&
    rankOf(author) < rankOf(moderator),
}

/**
 * Returns whether an action replaces what is shown with the subject, so that it is for moderators only who can read the
 * subject as it is now.
 */
export const replacesWhatIsRead = (action: DecisionAction): boolean =>
  action === 'label' || action === 'recategorize'

/** Lists what a moderator can decide about a subject of this kind and author. `exists` is false if it has been deleted. */
export const listPossibleActions = (
  moderator: Role & { id: number },
  author: (Role & { id: number }) | null,
  { kind, exists }: { kind: SubjectKind; exists: boolean },
): DecisionAction[] => {
  if (!can.decideAbout(moderator, author)) return []
  return actionsBySubject[kind].filter((action) => {
    if (action === 'dismiss') return true
    if (isAboutMember(action)) return can.sanction(moderator, author)
    return action === 'warn' ? author !== null : exists
  })
}
