import * as z from 'zod/mini'
import { isWebLink } from '#core/http-url.ts'
import { limits } from '#core/limits.ts'
import { mapProfileFields } from '#core/profile-fields.ts'
import { cleanText } from '#core/text.ts'
import { maxCharacters } from '#core/text-schema.ts'
import { profileMessages } from './contract-messages.ts'

const textSchema = (max: number, tooLong: string) =>
  z.pipe(z.string(), z.pipe(z.transform(cleanText), z.string().check(maxCharacters(max, tooLong))))

/** A schema for http and https URLs, checked after parsing. An empty string means that there is no link. */
const linkSchema = (message: string) =>
  z.pipe(
    z.string(message).check(z.maxLength(2_000, message)),
    z.pipe(
      z.transform(cleanText),
      z.string().check(z.refine((text) => text === '' || isWebLink(text), message)),
    ),
  )

export const usernameSchema = z
  .string(profileMessages.usernameRequired)
  .check(
    z.minLength(1, profileMessages.usernameRequired),
    z.minLength(limits.minUsername, profileMessages.usernameShort),
    z.maxLength(limits.maxUsername, profileMessages.usernameLong),
    z.regex(/^[A-Za-z0-9]*$/, profileMessages.usernameLetters),
  )

/** `avatar` is a new image as a data URL, the URL of the current avatar, or null to remove the avatar. */
export const profileFieldsSchema = z.object({
  username: usernameSchema,
  ...mapProfileFields((field) =>
    field.kind === 'text' ? textSchema(field.max, field.tooLong) : linkSchema(field.invalid),
  ),
  avatar: z.nullable(z.string().check(z.maxLength(7_200_000, profileMessages.avatarTooLarge))),
})
export type ProfileFields = z.output<typeof profileFieldsSchema>

export const signUpAnswerSchema = textSchema(limits.signUpAnswer, profileMessages.answerLong)

/** API clients may omit optional fields, which then keep their values. */
export const completeProfileSchema = z.extend(z.partial(profileFieldsSchema), {
  username: usernameSchema,
  profileCompleted: z.literal(true),
  /** The answer to the operator's question, if the account waits for approval. */
  answer: z.optional(signUpAnswerSchema),
})
