import { limits } from './limits.ts'

type ProfileField = { kind: 'text'; max: number; tooLong: string } | { kind: 'link'; invalid: string }

/**
 * The fields that members fill in on their profile, except the username, which never changes, and the avatar,
 * which is processed. This is the single definition of these fields: schemas, SQL statements and forms are
 * derived from it. Each field is a column of `users` with the field's name in snake case, and is empty by
 * default.
 *
 * The messages are shown by the forms and returned by the API (docs/spec/forms.md#profile).
 */
export const profileFields = {
  bio: { kind: 'text', max: limits.bio, tooLong: 'Bio must be at most 200 characters' },
  website: { kind: 'link', invalid: 'Please enter a valid website URL' },
  xLink: { kind: 'link', invalid: 'Please enter a valid X/Twitter URL' },
  linkedinLink: { kind: 'link', invalid: 'Please enter a valid LinkedIn URL' },
} as const satisfies Record<string, ProfileField>

type Declared = typeof profileFields
export type ProfileFieldName = keyof Declared
export type ProfileLinkName = {
  [Name in ProfileFieldName]: Declared[Name] extends { kind: 'link' } ? Name : never
}[ProfileFieldName]

/** The values of the declared profile fields. */
export type ProfileTexts = Record<ProfileFieldName, string>

export const profileFieldNames = Object.keys(profileFields) as ProfileFieldName[]

/** Builds an object with a value for each declared field. */
export const mapProfileFields = <T>(
  valueFor: (field: ProfileField, name: ProfileFieldName) => T,
): Record<ProfileFieldName, T> =>
  Object.fromEntries(profileFieldNames.map((name) => [name, valueFor(profileFields[name], name)])) as Record<
    ProfileFieldName,
    T
  >
