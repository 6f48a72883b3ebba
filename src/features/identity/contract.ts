import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'

/** What a member reads of themself. */
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
  createdAt: z.string(),
})
export type CurrentUser = z.output<typeof currentUserShape>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in member; 401 for a visitor',
  tag: 'Authentication',
  reply: currentUserShape,
})
