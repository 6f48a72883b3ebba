import * as z from 'zod/mini'
import { dateSchema } from './date-schema.ts'
import { endpoint } from './endpoint.ts'
import { mapProfileFields } from './profile-fields.ts'

export const profileTextSchemas = mapProfileFields(() => z.string())

/** The signed-in member, including data that only the member can see. */
export const currentUserSchema = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  ...profileTextSchemas,
  karma: z.int(),
  isAdmin: z.boolean(),
  isModerator: z.boolean(),
  moderatedTopics: z.array(z.int()),
  isMuted: z.boolean(),
  isSuspended: z.boolean(),
  /** When the mute or suspension ends; null for one without an end, and for members who have neither. */
  sanctionEndsAt: z.nullable(dateSchema),
  profileCompleted: z.boolean(),
  /** Set until staff have approved the account. `reason` is theirs if they have rejected it. */
  approval: z.nullable(z.object({ isAnswered: z.boolean(), isRejected: z.boolean(), reason: z.string() })),
  /**
   * True if the username was generated because the sign-in account had no usable name, and the member has not
   * chosen another one yet.
   */
  hasPlaceholderUsername: z.boolean(),
  privatePosts: z.int(),
  optimized: z.int(),
  /** True if the member has unread moderation notices. */
  hasRemovals: z.boolean(),
  /** Whether the member follows other members. */
  followsMembers: z.boolean(),
  followsCollections: z.boolean(),
  createdAt: dateSchema,
})

export type CurrentUser = z.output<typeof currentUserSchema>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Get the signed-in member; 401 for visitors',
  tag: 'Authentication',
  access: 'signed-in',
  scope: 'private',
  reply: currentUserSchema,
})
