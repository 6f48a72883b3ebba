import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { cleanText, countCharacters } from '#core/text.ts'
import { pageShape } from '#features/feeds/contract.ts'
import { currentUserShape } from '#features/identity/contract.ts'
import { postCardShape } from '#features/posts/contract.ts'

/** What everyone may know of a member; never e-mail, provider id, flags or counters of reveals. */
export const profileShape = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  bio: z.string(),
  website: z.string(),
  xLink: z.string(),
  linkedinLink: z.string(),
  karma: z.int(),
  createdAt: z.string(),
  postCount: z.int(),
  /** One page of the member's public posts, newest first. */
  posts: z.array(postCardShape),
})
export type Profile = z.output<typeof profileShape>

export const messages = {
  notFound: 'User not found',
  usernameRequired: 'Username is required',
  usernameShort: 'Username must be at least 3 characters',
  usernameLong: 'Username must be at most 20 characters',
  usernameLetters: 'Username can only contain letters and numbers',
  usernameTaken: 'Username is already taken',
  usernameReserved: 'This username is reserved',
  usernameLocked: 'Your username cannot be changed',
  bioLong: 'Bio must be at most 200 characters',
  website: 'Please enter a valid website URL',
  xLink: 'Please enter a valid X/Twitter URL',
  linkedinLink: 'Please enter a valid LinkedIn URL',
  avatarKind: 'Please upload an image file',
  avatarSize: 'Avatar image must be smaller than 5MB',
  updateFailed: 'Error updating profile',
  completeFailed: 'Failed to complete profile',
} as const

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/:username',
  summary: 'A public profile with a page of its posts',
  tag: 'Users',
  params: z.object({ username: z.string().check(z.maxLength(100)) }),
  query: z.object(pageShape),
  reply: profileShape,
  visitorCache: 5,
})

/** http and https only, checked after parsing; empty means none. */
const linkShape = (message: string) =>
  z.pipe(
    z.string(message).check(z.maxLength(2_000, message)),
    z.pipe(
      z.transform(cleanText),
      z.string().check(z.refine((text) => text === '' || isWebLink(text), message)),
    ),
  )

const isWebLink = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.')
}

export const usernameShape = z
  .string(messages.usernameRequired)
  .check(
    z.minLength(1, messages.usernameRequired),
    z.minLength(limits.usernameMin, messages.usernameShort),
    z.maxLength(limits.usernameMax, messages.usernameLong),
    z.regex(/^[A-Za-z0-9]*$/, messages.usernameLetters),
  )

/** An avatar is a data string of a new picture, the address of the present one, or null for none. */
export const profileFieldsShape = z.object({
  username: usernameShape,
  bio: z.pipe(
    z.string(),
    z.pipe(
      z.transform(cleanText),
      z.string().check(z.refine((text) => countCharacters(text) <= limits.bio, messages.bioLong)),
    ),
  ),
  website: linkShape(messages.website),
  xLink: linkShape(messages.xLink),
  linkedinLink: linkShape(messages.linkedinLink),
  avatar: z.nullable(z.string().check(z.maxLength(7_200_000, messages.avatarSize))),
})
export type ProfileFields = z.output<typeof profileFieldsShape>

const AVATAR_BODY = 7_500_000

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/user/profile',
  summary: "Change one's profile; the username is locked once the profile is complete",
  tag: 'Account',
  body: z.partial(profileFieldsShape),
  reply: currentUserShape,
  bodyLimit: AVATAR_BODY,
})

export const completeProfile = endpoint({
  method: 'POST',
  path: '/api/profile/complete',
  summary: 'The one-time profile setup',
  tag: 'Account',
  body: z.extend(profileFieldsShape, { profileCompleted: z.literal(true) }),
  reply: currentUserShape,
  bodyLimit: AVATAR_BODY,
})
