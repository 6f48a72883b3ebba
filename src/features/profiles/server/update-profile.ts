import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { isImageKind } from '#core/file-kind.ts'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { getMediaName } from '#core/media-name.ts'
import { isReservedUsername } from '#core/reserved-usernames.ts'
import type { Member } from '#core/viewer.ts'
import { saveDataString } from '#features/media/server/data-string.ts'
import { detectFileKind } from '#features/media/server/file-kind.ts'
import { claimAvatarFile } from '#features/media/server/media-query.ts'
import { processImage } from '#features/media/server/process-image.ts'
import { type MediaStore, storeSanitizedFile } from '#features/media/server/store-file.ts'
import { deleteReplacedFiles } from '#features/media/server/sweep-media.ts'
import * as members from '#features/members/server/members-query.ts'
import { isAnswerMissing } from '#features/members/server/sign-up-requests-query.ts'
import { violatesUniqueIndex } from '#server/database/errors.ts'
import { withTemporaryDirectory } from '#server/media/temporary-directory.ts'
import type { ProfileFields } from '../contract-form.ts'
import { profileMessages } from '../contract-messages.ts'

/**
 * Stores the avatar and returns its URL: null, or the URL of a new image, which is cropped to a square, scaled down and
 * stripped of its metadata. Returns undefined if the avatar does not change: none is given, or the current URL, which is
 * not written again because another request may just have replaced and deleted its file. Throws 400 for a URL other than
 * the current one, 413 if the file is too large, and 415 if it is not an image.
 */
const storeAvatar = async (
  store: MediaStore,
  userId: number,
  avatar: string | null | undefined,
  current: string | null,
): Promise<string | null | undefined> => {
  if (avatar === undefined || avatar === current) return undefined
  if (avatar === null || avatar === '') return null
  if (!avatar.startsWith('data:')) throw createInvalidFieldError('avatar', profileMessages.avatarInvalid)
  return withTemporaryDirectory(store.files.dataDir, async (directory) => {
    const saved = await saveDataString(avatar, directory)
    if (saved === 'too-large') throw avatarTooLarge(profileMessages.avatarTooLarge)
    const kind = saved === 'invalid' ? null : await detectFileKind(saved.from)
    if (saved === 'invalid' || !isImageKind(kind)) throw notAnImage()
    const to = path.join(directory, randomUUID())
    const prepared = await processImage(store, userId, { from: saved.from, to, kind, use: 'avatar' }).catch(
      (error: unknown) => {
        throw error instanceof HttpError && error.code === 'file-too-large'
          ? avatarTooLarge(error.message)
          : error
      },
    )
    if (!prepared) throw notAnImage()
    await store.budget?.consumeBytes(userId, prepared.byteCount)
    return storeSanitizedFile(store, userId, prepared, 'webp')
  })
}

/** Deletes the previous avatar after the new one has been saved, unless another row also uses the file. */
const replaceAvatar = async (
  store: MediaStore,
  previous: string | null,
  current: string | null,
): Promise<void> => {
  if (previous === current) return
  const name = current && getMediaName(current)
  if (name) await claimAvatarFile(store.sql, name)
  if (previous) await deleteReplacedFiles(store, [previous])
}

const avatarTooLarge = (message: string): HttpError =>
  new HttpError('file-too-large', { message, field: 'avatar' })

const notAnImage = (): HttpError =>
  new HttpError('unsupported-file', { message: profileMessages.avatarInvalid, field: 'avatar' })

type PartialInput<T> = { [K in keyof T]?: T[K] | undefined }

/**
 * Updates only the given fields. Throws 409 for a different username because it cannot change once the
 * profile is complete.
 */
export const updateProfile = async (
  media: MediaStore,
  member: Member,
  { username, avatar, ...fields }: PartialInput<ProfileFields>,
): Promise<void> => {
  if (username !== undefined && username !== member.username)
    throw new HttpError('username-locked', { field: 'username' })
  const picture = await storeAvatar(media, member.id, avatar, member.avatar)
  if (!(await members.updateProfileRow(media.sql, member.id, { ...fields, avatar: picture })))
    throw new HttpError('not-signed-in')
  if (picture !== undefined) await replaceAvatar(media, member.avatar, picture)
}

/**
 * Completes the profile. This is possible only once. Throws 409 if the username is taken (ignoring case) or
 * the profile is already complete or waits for approval, and 400 if the answer to the operator's question is missing.
 */
export const completeProfile = async (
  media: MediaStore,
  member: Member,
  {
    avatar,
    answer = '',
    ...fields
  }: PartialInput<ProfileFields & { answer: string }> & Pick<ProfileFields, 'username'>,
): Promise<void> => {
  if (member.profileCompleted) throw new HttpError('username-locked')
  if (isReservedUsername(fields.username))
    throw createInvalidFieldError('username', profileMessages.usernameReserved)
  if (answer === '' && (await isAnswerMissing(media.sql, member.id)))
    throw createInvalidFieldError('answer', profileMessages.answerRequired)
  // Checks the username before processing the avatar because processing is more expensive. The unique index
  // still prevents duplicates.
  if (await members.isUsernameTaken(media.sql, fields.username, member.id)) throw usernameTaken()
  const picture = await storeAvatar(media, member.id, avatar, member.avatar)
  const isCompleted = await members
    .completeProfileRow(media.sql, member.id, { ...fields, avatar: picture, answer })
    .catch((error: unknown) => {
      throw violatesUniqueIndex(error, 'users_username_lower') ? usernameTaken() : error
    })
  if (!isCompleted) throw new HttpError('username-locked')
  if (picture !== undefined) await replaceAvatar(media, member.avatar, picture)
}

const usernameTaken = (): HttpError => new HttpError('username-taken', { field: 'username' })
