import { badRequest, conflict, type Failure, notSignedIn } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import type { ProfileFields } from '#features/profiles/contract-form.ts'
import { messages } from '#features/profiles/contract-messages.ts'
import type { Sql } from '#server/database/connect.ts'
import { databaseMeaning } from '#server/database/errors.ts'
import * as store from './store.ts'
import { storeAvatar } from './store-avatar.ts'

type Parts = { sql: Sql; dataDir: string }

/** Changes what is given and nothing else. Throws 409 for another username: it is locked once the profile is complete. */
export const updateProfile = async (
  { sql, dataDir }: Parts,
  member: Member,
  { username, avatar, ...fields }: { [K in keyof ProfileFields]?: ProfileFields[K] | undefined },
): Promise<void> => {
  if (username !== undefined && username !== member.username) throw onUsername(409, messages.usernameLocked)
  const picture = avatar === undefined ? undefined : await storeAvatar(dataDir, avatar, member.avatar)
  if (!(await store.updateProfile(sql, member.id, { ...fields, avatar: picture }))) throw notSignedIn()
}

/** The one-time setup. Throws 409 for a name that another has in any case, and when it was done before. */
export const completeProfile = async (
  { sql, dataDir }: Parts,
  member: Member,
  { avatar, ...fields }: ProfileFields,
): Promise<void> => {
  if (member.profileCompleted) throw conflict(messages.usernameLocked)
  if (isReserved(fields.username)) throw onUsername(400, messages.usernameReserved)
  // Before the picture, which costs more; the unique index has the last word.
  if (await store.isUsernameTaken(sql, fields.username, member.id))
    throw onUsername(409, messages.usernameTaken)
  const picture = await storeAvatar(dataDir, avatar, member.avatar)
  const isDone = await store
    .completeProfile(sql, member.id, { ...fields, avatar: picture })
    .catch((error: unknown) => {
      throw databaseMeaning(error) === 'duplicate' ? onUsername(409, messages.usernameTaken) : error
    })
  if (!isDone) throw conflict(messages.usernameLocked)
}

const onUsername = (status: 400 | 409, message: string): Failure => {
  const issues = [{ path: 'username', message }]
  return status === 400 ? badRequest(message, issues) : conflict(message, issues)
}
