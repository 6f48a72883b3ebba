import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import {
  adminPageQuerySchema,
  adminReadLimit,
  idSchema,
  postTypeSchema,
  searchTextSchema,
  sortSchema,
} from '#core/query-schemas.ts'
import { userRowSchema, userSortOptions } from '#features/members/contract.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'
import { ruleSchema } from './contract-form.ts'
import { MAX_MODERATED_TOPICS } from './contract-values.ts'

const tag = 'Admin'
const params = z.object({ id: idSchema })
const emptyReply = z.object({})
/**
 * A user in the admin panel's list. `hasSecondFactors` is true if the user has turned on two-step sign-in on this
 * site.
 */
const adminUserRowSchema = z.extend(userRowSchema, {
  hasSecondFactors: z.boolean(),
  /** Who invited the user, and how many they have invited; null if neither. */
  invitations: z.nullable(
    z.object({
      invitedBy: z.nullable(z.string()),
      invited: z.int(),
      muted: z.int(),
      suspended: z.int(),
      deleted: z.int(),
      /** True if the user's invitations have ended, because several of those were suspended or removed within a week. */
      hasWave: z.boolean(),
    }),
  ),
})
export type AdminUserRow = z.output<typeof adminUserRowSchema>
const userPage = { ...adminPageQuerySchema, sort: sortSchema(userSortOptions) }

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List all users',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  query: z.object(userPage),
  reply: z.array(adminUserRowSchema),
})

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/search',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  summary: 'Search users by any part of their username or email',
  query: z.object({ ...userPage, q: searchTextSchema }),
  reply: z.array(adminUserRowSchema),
})

export const countUserContent = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/belongings',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  errors: ['user-not-found'],
  summary: 'Count what deleting a user would delete',
  params,
  reply: z.object({ posts: z.int(), comments: z.int(), votes: z.int(), bookmarks: z.int() }),
})

export const muteUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/mute',
  summary: 'Mute a user',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['user-not-found', 'admin-protected'],
  params,
  query: z.object({ ...optionalReasonSchema.shape, rule: ruleSchema }),
  reply: z.object({ isMuted: z.boolean() }),
})

export const unmuteUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/unmute',
  summary: 'Unmute a user',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['user-not-found', 'admin-protected'],
  params,
  query: optionalReasonSchema,
  reply: z.object({ isMuted: z.boolean() }),
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/role',
  summary: 'Make a user a moderator of the site or of topics, or an ordinary member again',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['user-not-found', 'admin-protected'],
  params,
  query: optionalReasonSchema,
  body: z.object({
    isModerator: z.boolean(),
    /** The ids of topics. Those of topics that do not exist are ignored. */
    moderatedTopics: z
      .array(z.int32())
      .check(z.maxLength(MAX_MODERATED_TOPICS, `A member can look after ${MAX_MODERATED_TOPICS} topics`)),
  }),
  reply: z.object({ isModerator: z.boolean(), moderatedTopics: z.array(z.int()) }),
})

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/end-sessions',
  summary: 'Sign a user out of every browser',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['user-not-found'],
  params,
  query: optionalReasonSchema,
  reply: z.object({ ended: z.int() }),
})

export const createResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-link',
  tag,
  access: 'admin',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: adminWriteLimit,
  errors: ['user-not-found', 'admin-protected', 'no-password'],
  summary: 'Create a one-time link with which a user sets a new password',
  params,
  query: optionalReasonSchema,
  reply: z.object({ url: z.string(), endsAt: dateSchema }),
})

export const removeSecondFactors = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/second-factors',
  tag,
  access: 'admin',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: adminWriteLimit,
  errors: ['user-not-found', 'admin-protected', 'no-password', 'second-factor-not-found'],
  summary: 'Turn off two-step sign-in for a user who has lost every second factor',
  params,
  query: optionalReasonSchema,
  reply: z.object({ removed: z.int() }),
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  tag,
  access: 'admin',
  scope: null,
  needsRecentSignIn: true,
  rateLimit: adminWriteLimit,
  errors: ['user-not-found', 'admin-protected'],
  summary: 'Delete a user and all their content; admins cannot be deleted',
  params,
  query: optionalReasonSchema,
  reply: emptyReply,
})

const revealStatSchema = z.object({
  postId: z.int(),
  title: z.string(),
  description: z.string(),
  totalReveals: z.int(),
  post: z.object({
    topicId: z.nullable(z.int()),
    type: postTypeSchema,
    score: z.int(),
    createdAt: dateSchema,
    seoSlug: z.string(),
    isPrivate: z.boolean(),
    topic: z.nullable(z.object({ name: z.string() })),
  }),
})
export type RevealStat = z.output<typeof revealStatSchema>

export const revealSorts = ['most', 'fewest'] as const

export const listRevealStats = endpoint({
  method: 'GET',
  path: '/api/post-reveals/stats',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  summary: 'List posts by the number of reveals; `q` searches titles',
  query: z.object({ ...adminPageQuerySchema, q: searchTextSchema, sort: sortSchema(revealSorts) }),
  reply: z.array(revealStatSchema),
})

export const activityPeriodDays = ['30', '90'] as const
const daySchema = z.object({
  /** The day in UTC, such as `2030-01-31`. */
  day: z.string(),
  signUps: z.int(),
  posts: z.int(),
  reveals: z.int(),
  optimizations: z.int(),
})
export type ActivityDay = z.output<typeof daySchema>

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity',
  tag,
  access: 'admin',
  scope: 'admin',
  summary: 'Count sign-ups, posts, reveals and optimizations per day, oldest day first',
  query: z.object({ days: z._default(z.enum(activityPeriodDays, 'days must be 30 or 90'), '30') }),
  reply: z.array(daySchema),
})
