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
 * Requires a member with a completed profile, who may be suspended. Use it for deleting what is theirs, which nobody has to
 * ask for.
 */
export const requireProfile = (viewer: Viewer): void => {
  const { profileCompleted, isWaiting } = requireMember(viewer)
  if (isWaiting) throw new HttpError('account-waiting')
  if (!profileCompleted) throw new HttpError('profile-incomplete')
}

/**
 * Requires a member with a completed profile who is not suspended. Use it for actions that muted members may still
 * take: revealing prompts, bookmarking, following and managing their private posts.
 */
export const requireCompletedProfile = (viewer: Viewer): void => {
  requireProfile(viewer)
  if (requireMember(viewer).isSuspended) throw new HttpError('account-suspended')
}

/** Requires a member who is not muted. Use it for every action that others will see. */
export const requireActiveMember = (viewer: Viewer): void => {
  requireCompletedProfile(viewer)
  if (requireMember(viewer).isMuted) throw new HttpError('account-muted')
}

/** Requires an admin, a moderator or a moderator of a topic. */
export const requireModerator = (viewer: Viewer): void => {
  requireCompletedProfile(viewer)
  const { isAdmin, isModerator, moderatedTopics } = requireMember(viewer)
  if (!isAdmin && !isModerator && moderatedTopics.length === 0) throw new HttpError('not-allowed')
}

export const requireAdmin = (viewer: Viewer): void => {
  requireCompletedProfile(viewer)
  if (!requireMember(viewer).isAdmin) throw new HttpError('not-allowed')
}

/** Throws if the viewer may not call an endpoint with this access. */
export const guards: Readonly<Record<Access, (viewer: Viewer) => void>> = {
  anyone: () => {},
  'signed-in': requireSignedIn,
  'also-suspended': requireProfile,
  'completed-profile': requireCompletedProfile,
  active: requireActiveMember,
  moderator: requireModerator,
  admin: requireAdmin,
}
