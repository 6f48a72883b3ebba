import type { TrustLevel } from './trust.ts'

/** The account of a signed-in user, as far as pages and permissions need it. */
export type Account = {
  id: number
  username: string
  avatar: string | null
  isAdmin: boolean
  /** Looks after the whole site, with fewer rights than an admin. */
  isModerator: boolean
  /** The ids of the topics that the member looks after. */
  moderatedTopics: readonly number[]
  /** Cannot write what others see. Who is suspended is also muted. */
  isMuted: boolean
  /** Can read and ask for a decision to be looked at again, and nothing else. */
  isSuspended: boolean
  profileCompleted: boolean
}

export const accountFieldNames = [
  'id',
  'username',
  'avatar',
  'isAdmin',
  'isModerator',
  'moderatedTopics',
  'isMuted',
  'isSuspended',
  'profileCompleted',
] as const satisfies readonly (keyof Account)[]

/** A signed-in user. The server reads it from the session or the token. */
export type Member = Account & {
  /** True if the member blocks anybody or is blocked. Without, no query looks for blocks. */
  hasBlocks: boolean
  /** True if staff have not approved the account. It reads what visitors read. */
  isWaiting: boolean
  /** True if the member has muted anything. Without, no query looks for mutes. */
  hasMutes: boolean
  trustLevel: TrustLevel
}

/** The user for whom a response is generated; null for a signed-out visitor. */
export type Viewer = Member | null

/** The messages shown to members who lack a permission that other members have. */
export const accessMessages = {
  profileIncomplete: 'Please complete your profile first',
  accountWaiting: 'Your account is waiting for approval',
  accountMuted: 'Your account is muted',
  accountSuspended: 'Your account is suspended',
} as const
