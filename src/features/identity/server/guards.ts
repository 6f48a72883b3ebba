import { forbidden, notSignedIn } from '#core/failure.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { messages } from '#features/identity/contract.ts'

/** The member behind a guarded route. Throws 401 for a visitor. */
export const memberOf = (viewer: Viewer): Member => {
  if (!viewer) throw notSignedIn()
  return viewer
}

/** Reading one's own data, completing the profile, signing out. */
export const signedIn = (viewer: Viewer): void => {
  memberOf(viewer)
}

/** What a member may do even when muted: reveal, bookmark, follow, keep private posts. */
export const completed = (viewer: Viewer): void => {
  if (!memberOf(viewer).profileCompleted) throw forbidden(messages.completeFirst)
}

/** What others get to see. */
export const active = (viewer: Viewer): void => {
  completed(viewer)
  if (memberOf(viewer).isMuted) throw forbidden(messages.muted)
}

export const admin = (viewer: Viewer): void => {
  completed(viewer)
  if (!memberOf(viewer).isAdmin) throw forbidden()
}
