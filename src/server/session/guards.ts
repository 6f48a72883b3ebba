import { forbidden, unauthorized } from '#core/http-error.ts'
import { accessMessages, type Member, type Viewer } from '#core/viewer.ts'

/** Returns the signed-in member. Throws a 401 for a visitor. */
export const requireMember = (viewer: Viewer): Member => {
  if (!viewer) throw unauthorized()
  return viewer
}

/** For reading your own data, completing the profile and signing out. */
export const requireSignedIn = (viewer: Viewer): void => {
  requireMember(viewer)
}

/** For everything a muted member can still do: reveal, bookmark, follow, keep private posts. */
export const requireCompletedProfile = (viewer: Viewer): void => {
  if (!requireMember(viewer).profileCompleted) throw forbidden(accessMessages.profileIncomplete)
}

/** For everything that others will see; rejects muted members. */
export const requireActive = (viewer: Viewer): void => {
  requireCompletedProfile(viewer)
  if (requireMember(viewer).isMuted) throw forbidden(accessMessages.accountMuted)
}

export const requireAdmin = (viewer: Viewer): void => {
  requireCompletedProfile(viewer)
  if (!requireMember(viewer).isAdmin) throw forbidden()
}
