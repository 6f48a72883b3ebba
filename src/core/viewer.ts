/**
 * Who is asking. `null` stands for a signed-out visitor.
 * The server makes it from the session, pages get it from the current-user query.
 */
export type Member = {
  id: number
  username: string
  avatar: string | null
  isAdmin: boolean
  isMuted: boolean
  profileCompleted: boolean
}

export type Viewer = Member | null
