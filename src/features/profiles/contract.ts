import * as z from 'zod/mini'
import { currentUserSchema } from '#core/current-user.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { encodeFeedCursor, pageQuerySchema } from '#features/feeds/contract.ts'
import { fileErrorCodes } from '#features/media/contract-values.ts'
import { publicProfileSchema } from '#features/members/contract.ts'
import { type PostCard, postCardSchema } from '#features/posts/contract.ts'
import { completeProfileSchema, profileFieldsSchema, usernameSchema } from './contract-form.ts'

/** A public profile with one page of the member's public posts or remixes, newest first. */
export const profileSchema = z.extend(publicProfileSchema, {
  /** The number of public remixes. This count and the next two are capped at 100. */
  remixCount: z.int(),
  collectionCount: z.int(),
  commentCount: z.int(),
  posts: z.array(postCardSchema),
})
export type Profile = z.output<typeof profileSchema>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/:username',
  summary: 'Get a public profile with a page of its posts, or with remixes=true of its remixes',
  tag: 'Users',
  access: 'anyone',
  scope: 'read',
  errors: ['user-not-found'],
  params: z.object({ username: z.string().check(z.maxLength(100)) }),
  query: z.object({
    ...pageQuerySchema,
    remixes: z.optional(z.enum(['true', 'false'], 'remixes must be true or false')),
  }),
  reply: profileSchema,
  cacheSeconds: 5,
  next: ({ posts }: { posts: PostCard[] }, query: { limit: number }) =>
    nextAfter(encodeFeedCursor)(posts, query),
})

const profileLimit = { name: 'profile', max: 60, windowSeconds: 3_600 } as const
const MAX_BODY_BYTES = 7_500_000

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/user/profile',
  summary: 'Update your profile; the username is locked once the profile is completed',
  tag: 'Account',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: profileLimit,
  errors: [...fileErrorCodes, 'username-locked'],
  body: z.partial(profileFieldsSchema),
  reply: currentUserSchema,
  bodyLimit: MAX_BODY_BYTES,
})

export const checkUsername = endpoint({
  method: 'GET',
  path: '/api/profile/username',
  summary: 'Check whether you could choose a username',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  rateLimit: { name: 'username-check', max: 120, windowSeconds: 600 },
  query: z.object({ username: usernameSchema }),
  reply: z.object({ isAvailable: z.boolean() }),
})

export const completeProfile = endpoint({
  method: 'POST',
  path: '/api/profile/complete',
  summary: 'Complete the one-time profile setup',
  tag: 'Account',
  access: 'signed-in',
  scope: null,
  rateLimit: profileLimit,
  errors: [...fileErrorCodes, 'username-locked', 'username-taken'],
  body: completeProfileSchema,
  reply: currentUserSchema,
  bodyLimit: MAX_BODY_BYTES,
})
