import { forbidden, notSignedIn } from '#core/failure.ts'
import type { Member, Viewer } from '#core/viewer.ts'
import { messages } from '#features/identity/contract.ts'

/** Returns the signed-in member. Throws 401 for a visitor. */
export const memberOf = (viewer: Viewer): Member => {
  if (!viewer) throw notSignedIn()
  return viewer
}

/** For reading your own data, completing the profile and signing out. */
export const signedIn = (viewer: Viewer): void => {
  memberOf(viewer)
}

/** For everything a muted member can still do: reveal, bookmark, follow, keep private posts. */
export const completed = (viewer: Viewer): void => {
  if (!memberOf(viewer).profileCompleted) throw forbidden(messages.completeFirst)
}

/** For everything that others get to see: muted members are rejected. */
export const active = (viewer: Viewer): void => {
  completed(viewer)
  if (memberOf(viewer).isMuted) throw forbidden(messages.muted)
}

export const admin = (viewer: Viewer): void => {
  completed(viewer)
  if (!memberOf(viewer).isAdmin) throw forbidden()
}
