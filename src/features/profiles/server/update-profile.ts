import { badRequest, conflict, type Failure, notSignedIn } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import type { MediaStore } from '#features/media/server/keep-file.ts'
import type { ProfileFields } from '#features/profiles/contract-form.ts'
import { messages } from '#features/profiles/contract-messages.ts'
import { databaseMeaning } from '#server/database/errors.ts'
import * as store from './store.ts'
import { replaceAvatar, storeAvatar } from './store-avatar.ts'

type PartialInput<T> = { [K in keyof T]?: T[K] | undefined }

/**
 * Updates the given fields only. Throws 409 for a different username, which is locked once the profile is
 * completed.
 */
export const updateProfile = async (
  media: MediaStore,
  member: Member,
  { username, avatar, ...fields }: PartialInput<ProfileFields>,
): Promise<void> => {
  if (username !== undefined && username !== member.username)
    throw usernameError(409, messages.usernameLocked)
  const picture =
    avatar === undefined ? undefined : await storeAvatar(media, member.id, avatar, member.avatar)
  if (!(await store.updateProfile(media.sql, member.id, { ...fields, avatar: picture }))) throw notSignedIn()
  if (picture !== undefined) await replaceAvatar(media, member.avatar, picture)
}

/**
 * The one-time profile setup. Throws 409 if the username is taken in any case, or if the setup was already
 * done.
 */
export const completeProfile = async (
  media: MediaStore,
  member: Member,
  { avatar, ...fields }: PartialInput<ProfileFields> & Pick<ProfileFields, 'username'>,
): Promise<void> => {
  if (member.profileCompleted) throw conflict(messages.usernameLocked)
  if (isReserved(fields.username)) throw usernameError(400, messages.usernameReserved)
  // Checked before the avatar is processed, which costs more. The unique index decides in the end.
  if (await store.isUsernameTaken(media.sql, fields.username, member.id))
    throw usernameError(409, messages.usernameTaken)
  const picture =
    avatar === undefined ? undefined : await storeAvatar(media, member.id, avatar, member.avatar)
  const isCompleted = await store
    .completeProfile(media.sql, member.id, { ...fields, avatar: picture })
    .catch((error: unknown) => {
      throw databaseMeaning(error) === 'duplicate' ? usernameError(409, messages.usernameTaken) : error
    })
  if (!isCompleted) throw conflict(messages.usernameLocked)
  if (picture !== undefined) await replaceAvatar(media, member.avatar, picture)
}

const usernameError = (status: 400 | 409, message: string): Failure => {
  const field = 'username'
  return status === 400 ? badRequest(message, [{ path: field, message }]) : conflict(message, { field })
}
