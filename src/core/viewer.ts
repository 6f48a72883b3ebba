/** A signed-in user. The server reads it from the session; pages get it from the current-user query. */
export type Member = {
  id: number
  username: string
  avatar: string | null
  isAdmin: boolean
  isMuted: boolean
  profileCompleted: boolean
}

/** Who a response is for; `null` is a signed-out visitor. */
export type Viewer = Member | null

/** Why a member may not do something that others may. */
export const accessMessages = {
  profileIncomplete: 'Please complete your profile first',
  accountMuted: 'Your account is muted',
} as const
