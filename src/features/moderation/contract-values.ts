import { buildPath } from '#core/paths.ts'

/** What can be reported, and what a case can be about. */
export const subjectKinds = [
  'post',
  'version',
  'comment',
  'member',
  'collection',
  'suggested-edit',
  'result',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Why there is a case: reports, the first post of a newcomer, an edit of a hidden post, automatic checks, or a moderator. */
export const caseSources = ['reports', 'first-look', 'edited', 'findings', 'staff'] as const

/** What a moderator can decide. */
export const decisionActions = [
  'dismiss',
  'recategorize',
  'label',
  'hide',
  'remove',
  'withdraw-version',
  'warn',
  'mute',
  'suspend',
  'remove-all',
] as const
export type DecisionAction = (typeof decisionActions)[number]

const memberActions = ['warn', 'mute', 'suspend', 'remove-all'] as const

/** The decisions that are possible about each kind of subject. */
export const actionsBySubject: Record<SubjectKind, readonly DecisionAction[]> = {
  post: ['dismiss', 'recategorize', 'label', 'hide', 'remove', ...memberActions],
  version: ['dismiss', 'withdraw-version', ...memberActions],
  comment: ['dismiss', 'remove', ...memberActions],
  member: ['dismiss', ...memberActions],
  collection: ['dismiss', 'remove', ...memberActions],
  'suggested-edit': ['dismiss', 'remove', ...memberActions],
  result: ['dismiss', 'remove', ...memberActions],
}

/** Moderators of topics decide about content in their topics, not about members. */
export const isAboutMember = (action: DecisionAction): boolean =>
  memberActions.some((other) => other === action) && action !== 'warn'

/** Who has decided. A decision without a person is `automatic`. */
export const moderatorRoles = ['admin', 'moderator', 'topic-moderator', 'automatic'] as const
export type ModeratorRole = (typeof moderatorRoles)[number]

/** The maximum number of reports of a member that wait for a decision. */
export const MAX_OPEN_REPORTS = 20

/**
 * A report with at least this weight is one by a trusted member. Content is hidden before a moderator looks if at least
 * three of them have reported it, with this sum of weights (docs/spec/moderation.md#trust).
 */
export const TRUSTED_REPORT_WEIGHT = 1.5
export const MIN_TRUSTED_REPORTS = 3
export const HIDING_WEIGHT = 5

/** For how long a case stays claimed by a moderator who does nothing with it. */
export const CLAIM_MINUTES = 30

/** Why a case is dismissed. The names are stored, and shown to those who reported it. The first one is the default. */
export const dismissalReasons = [
  'Within the rules',
  'Already dealt with',
  'Reported more than once',
  'Too little to decide',
] as const

/** For how long an author can appeal a decision. Until then, what was removed can be read by them and restored. */
export const APPEAL_DAYS = 180

/** The number of earlier texts of a subject that a case shows. */
export const MAX_EARLIER_TEXTS = 10

/** The longest mute or suspension with an end. */
export const MAX_SANCTION_DAYS = 3_650

/** Why something is illegal, as a legal notice says. The names are stored and shown. */
export const illegalReasons = [
  'Sexual abuse of a child',
  'Threat to somebody’s life or safety',
  'Terrorism',
  'Hate speech or incitement to violence',
  'Insult or defamation',
  'Personal data or private pictures',
  'Copyright, trademark or another such right',
  'Fraud, scam or malware',
  'Something else that is illegal',
] as const
export type IllegalReason = (typeof illegalReasons)[number]

/** A notice with this reason may be anonymous (Digital Services Act, article 16, paragraph 2 c). */
export const canBeAnonymous = (reason: string): boolean => reason === illegalReasons[0]

/** A shorter explanation cannot be substantiated (article 16, paragraph 2 a). */
export const MIN_NOTICE_WORDS = 20

/** After these days, a notice that its sender has not confirmed is deleted. */
export const NOTICE_CONFIRMATION_DAYS = 3

/** The maximum number of notices with one email that wait for their confirmation, so that nobody can be sent floods of mail. */
export const MAX_UNCONFIRMED_NOTICES = 3

/** After these days, the names and emails of those who sent decided notices are deleted. */
export const NOTICE_SENDER_DAYS = 365

/** What the figures of moderation count. */
export const logFigures = [
  'decisions by action',
  'decisions by kind',
  'decisions by reason',
  'decisions by role',
  'median hours to a decision',
  'reports',
  'appeals',
  'reversals',
] as const

/** The open log as a feed, and the figures of the year in `?year=` as a file. */
export const logFiles = {
  feed: `${buildPath('moderation-log')}.xml`,
  figures: `${buildPath('moderation-log')}.csv`,
} as const
