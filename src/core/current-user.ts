import * as z from 'zod/mini'
import { dateShape } from './date-shape.ts'
import { endpoint } from './endpoint.ts'

/** The signed-in member, including data that only they can see. */
export const currentUserShape = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  bio: z.string(),
  website: z.string(),
  xLink: z.string(),
  linkedinLink: z.string(),
  karma: z.int(),
  isAdmin: z.boolean(),
  isMuted: z.boolean(),
  profileCompleted: z.boolean(),
  privatePosts: z.int(),
  optimized: z.int(),
  /** Whether the member has moderation notices to read. */
  hasRemovals: z.boolean(),
  createdAt: dateShape,
})

export type CurrentUser = z.output<typeof currentUserShape>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Get the signed-in member; 401 for visitors',
  tag: 'Authentication',
  access: 'signed-in',
  reply: currentUserShape,
})
