import * as z from 'zod/mini'
import { profileTextSchemas } from '#core/current-user.ts'
import { dateSchema } from '#core/date-schema.ts'

/** A member's counters on the leaderboard. */
export const contributorSchema = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  postCount: z.int(),
  totalUpvotes: z.int(),
  totalEngagement: z.int(),
})
export type Contributor = z.output<typeof contributorSchema>

/** A member's counters of a week or a month. */
const periodContributorSchema = z.extend(contributorSchema, {
  period: z.object({
    /** What the member received in the same time before. */
    previousEngagement: z.int(),
    /** What the member received in each part of the period, the earliest first. */
    trend: z.array(z.int()),
  }),
})
export type PeriodContributor = z.output<typeof periodContributorSchema>

/** A member's counters on the leaderboard, which has a `period` unless it is of all time. */
export const leaderboardEntrySchema = z.extend(contributorSchema, {
  period: z.optional(periodContributorSchema.shape.period),
})
export type LeaderboardEntry = z.output<typeof leaderboardEntrySchema>

/** A member's public data. It never contains the email, the provider id, flags or reveal counters. */
export const publicProfileSchema = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  ...profileTextSchemas,
  karma: z.int(),
  createdAt: dateSchema,
  postCount: z.int(),
  /** The number of followers; 1,000 means 1,000 or more. */
  followerCount: z.int(),
  /** True if the viewer follows the member. */
  isFollowed: z.boolean(),
  /** True while the member is suspended. Except for the name, others then see nothing of the profile. */
  isSuspended: z.boolean(),
})
export type PublicProfile = z.output<typeof publicProfileSchema>

/** A user as shown to admins. */
export const userRowSchema = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  /** The ids of the topics that the user looks after. */
  moderatedTopics: z.array(z.int()),
  isMuted: z.boolean(),
  /** When a mute ends; null for one without an end, and for users who are not muted. */
  muteEndsAt: z.nullable(dateSchema),
  isSuspended: z.boolean(),
  suspensionEndsAt: z.nullable(dateSchema),
  profileCompleted: z.boolean(),
  createdAt: dateSchema,
  karma: z.int(),
  postCount: z.int(),
  privatePosts: z.int(),
  optimized: z.int(),
  totalUpvotes: z.int(),
  totalEngagement: z.int(),
  allTimeReveals: z.int(),
})
export type UserRow = z.output<typeof userRowSchema>

/** An account that waits for approval, or is rejected, as shown to staff. */
export const signUpRowSchema = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  answer: z.string(),
  answeredAt: dateSchema,
  rejectedAt: z.nullable(dateSchema),
  reason: z.string(),
})
export type SignUpRow = z.output<typeof signUpRowSchema>

/** The sort orders of the admin's list of users. Each column has two. */
export const userSortOptions = [
  'newest',
  'oldest',
  'name',
  'name-desc',
  'posts',
  'posts-asc',
  'upvotes',
  'upvotes-asc',
  'engagement',
  'engagement-asc',
] as const
