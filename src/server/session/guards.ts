import type { Access } from '#core/endpoint.ts'
import { HttpError } from '#core/http-error.ts'
import type { Member, Viewer } from '#core/viewer.ts'

/** Returns the signed-in member. Throws a 401 for a visitor. */
export const requireMember = (viewer: Viewer): Member => {
  if (!viewer) throw new HttpError('not-signed-in')
  return viewer
}

/**
 * Throws a 401 for a visitor. Use it for actions that members with an incomplete profile may take: reading
 * their own data, completing their profile and signing out.
 */
export const requireSignedIn = (viewer: Viewer): void => {
  requireMember(viewer)
}

/**
 * Requires a member with a completed profile. Use it for actions that muted members may still take: revealing
 * prompts, bookmarking, following and managing their private posts.
 */
export const requireCompletedProfile = (viewer: Viewer): void => {
  if (!requireMember(viewer).profileCompleted) throw new HttpError('profile-incomplete')
}

/** Requires a member who is not muted. Use it for every action that others will see. */
export const requireActiveMember = (viewer: Viewer): void => {
  requireCompletedProfile(viewer)
  if (requireMember(viewer).isMuted) throw new HttpError('account-muted')
}

export const requireAdmin = (viewer: Viewer): void => {
  requireCompletedProfile(viewer)
  if (!requireMember(viewer).isAdmin) throw new HttpError('not-allowed')
}

/** Throws if the viewer may not call an endpoint with this access. */
export const guards: Readonly<Record<Access, (viewer: Viewer) => void>> = {
  anyone: () => {},
  'signed-in': requireSignedIn,
  'completed-profile': requireCompletedProfile,
  active: requireActiveMember,
  admin: requireAdmin,
}
