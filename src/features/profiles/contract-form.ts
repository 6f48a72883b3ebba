import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { mapProfileFields } from '#core/profile-fields.ts'
import { cleanText } from '#core/text.ts'
import { maxCharacters } from '#core/text-shape.ts'
import { messages } from './contract-messages.ts'

const textShape = (max: number, tooLong: string) =>
  z.pipe(z.string(), z.pipe(z.transform(cleanText), z.string().check(maxCharacters(max, tooLong))))

/** A schema for http and https URLs, checked after parsing. An empty string means that there is no link. */
const linkShape = (message: string) =>
  z.pipe(
    z.string(message).check(z.maxLength(2_000, message)),
    z.pipe(
      z.transform(cleanText),
      z.string().check(z.refine((text) => text === '' || isWebLink(text), message)),
    ),
  )

/**
 * Returns whether the text is a complete web link. Rejects `https://user:password@host`, which can disguise its host,
 * and `https:host`, which is incomplete.
 */
const isWebLink = (text: string): boolean => {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}

export const usernameShape = z
  .string(messages.usernameRequired)
  .check(
    z.minLength(1, messages.usernameRequired),
    z.minLength(limits.minUsername, messages.usernameShort),
    z.maxLength(limits.maxUsername, messages.usernameLong),
    z.regex(/^[A-Za-z0-9]*$/, messages.usernameLetters),
  )

/** `avatar` is a new image as a data URL, the URL of the current avatar, or null to remove the avatar. */
export const profileFieldsShape = z.object({
  username: usernameShape,
  ...mapProfileFields((field) =>
    field.kind === 'text' ? textShape(field.max, field.tooLong) : linkShape(field.invalid),
  ),
  avatar: z.nullable(z.string().check(z.maxLength(7_200_000, messages.avatarTooLarge))),
})
export type ProfileFields = z.output<typeof profileFieldsShape>

/** API clients may omit optional fields, which then keep their values. */
export const completeProfileShape = z.extend(z.partial(profileFieldsShape), {
  username: usernameShape,
  profileCompleted: z.literal(true),
})
