import type { Viewer } from '#core/viewer.ts'

/**
 * Whether the viewer sees more of somebody's profile than the name: that of a suspended member only themselves, admins and
 * moderators (docs/spec/moderation.md#restricted-posts).
 */
export const canSeeProfile = (
  viewer: Viewer,
  { id, isSuspended }: { id: number; isSuspended: boolean },
): boolean => !isSuspended || (viewer !== null && (viewer.id === id || viewer.isAdmin || viewer.isModerator))
