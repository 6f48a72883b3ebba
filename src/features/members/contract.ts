import * as z from 'zod/mini'
import { profileTextShapes } from '#core/current-user.ts'
import { dateShape } from '#core/date-shape.ts'

/** A member's figures on the leaderboard. */
export const contributorShape = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  postCount: z.int(),
  totalUpvotes: z.int(),
  totalEngagement: z.int(),
})
export type Contributor = z.output<typeof contributorShape>

/** A member's public data. It never contains the email, the provider id, flags or reveal counters. */
export const publicProfileShape = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  ...profileTextShapes,
  karma: z.int(),
  createdAt: dateShape,
  postCount: z.int(),
  /** The number of followers; 1,000 means 1,000 or more. */
  followerCount: z.int(),
  /** True if the viewer follows the member. */
  isFollowed: z.boolean(),
})
export type PublicProfile = z.output<typeof publicProfileShape>

/** A user as shown to admins. */
export const userRowShape = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isMuted: z.boolean(),
  profileCompleted: z.boolean(),
  createdAt: dateShape,
  karma: z.int(),
  postCount: z.int(),
  privatePosts: z.int(),
  optimized: z.int(),
  totalUpvotes: z.int(),
  totalEngagement: z.int(),
  allTimeReveals: z.int(),
})
export type UserRow = z.output<typeof userRowShape>

export const userSorts = ['newest', 'name', 'posts', 'engagement'] as const
