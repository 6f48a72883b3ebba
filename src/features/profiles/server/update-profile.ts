import { badRequest, conflict, type Failure, notSignedIn } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import type { MediaStore } from '#features/media/server/keep-file.ts'
import type { ProfileFields } from '#features/profiles/contract-form.ts'
import { messages } from '#features/profiles/contract-messages.ts'
import { databaseMeaning } from '#server/database/errors.ts'
import * as rows from './store.ts'
import { replaceAvatar, storeAvatar } from './store-avatar.ts'

type Given<T> = { [K in keyof T]?: T[K] | undefined }

/** Changes what is given and nothing else. Throws 409 for another username: it is locked once the profile is complete. */
export const updateProfile = async (
  media: MediaStore,
  member: Member,
  { username, avatar, ...fields }: Given<ProfileFields>,
): Promise<void> => {
  if (username !== undefined && username !== member.username) throw onUsername(409, messages.usernameLocked)
  const picture =
    avatar === undefined ? undefined : await storeAvatar(media, member.id, avatar, member.avatar)
  if (!(await rows.updateProfile(media.sql, member.id, { ...fields, avatar: picture }))) throw notSignedIn()
  if (picture !== undefined) await replaceAvatar(media, member.avatar, picture)
}

/** The one-time setup. Throws 409 for a name that another has in any case, and when it was done before. */
export const completeProfile = async (
  media: MediaStore,
  member: Member,
  { avatar, ...fields }: Given<ProfileFields> & Pick<ProfileFields, 'username'>,
): Promise<void> => {
  if (member.profileCompleted) throw conflict(messages.usernameLocked)
  if (isReserved(fields.username)) throw onUsername(400, messages.usernameReserved)
  // Before the picture, which costs more; the unique index has the last word.
  if (await rows.isUsernameTaken(media.sql, fields.username, member.id))
    throw onUsername(409, messages.usernameTaken)
  const picture =
    avatar === undefined ? undefined : await storeAvatar(media, member.id, avatar, member.avatar)
  const isDone = await rows
    .completeProfile(media.sql, member.id, { ...fields, avatar: picture })
    .catch((error: unknown) => {
      throw databaseMeaning(error) === 'duplicate' ? onUsername(409, messages.usernameTaken) : error
    })
  if (!isDone) throw conflict(messages.usernameLocked)
  if (picture !== undefined) await replaceAvatar(media, member.avatar, picture)
}

const onUsername = (status: 400 | 409, message: string): Failure => {
  const field = 'username'
  return status === 400 ? badRequest(message, [{ path: field, message }]) : conflict(message, { field })
}
