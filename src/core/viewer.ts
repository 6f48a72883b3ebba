/** A signed-in user. The server reads it from the session; pages get it from the current-user query. */
export type Member = {
  id: number
  username: string
  avatar: string | null
  isAdmin: boolean
  isMuted: boolean
  profileCompleted: boolean
}

/** The user for whom a response is generated; null for a signed-out visitor. */
export type Viewer = Member | null

/** The messages shown to members who lack a permission that other members have. */
export const accessMessages = {
  profileIncomplete: 'Please complete your profile first',
  accountMuted: 'Your account is muted',
} as const
