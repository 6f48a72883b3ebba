import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { modelIds } from '#core/model-catalogue.ts'
import { toTopicSlug } from '#core/slugs.ts'
import { isValidTag, normalizeTag } from '#core/tags.ts'
import { cleanText } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import { buildWordPattern, normalizeWord } from '#core/word-pattern.ts'
import { withLockedMember } from '#features/members/server/members-query.ts'
import { insertMute, type NewMute } from '#features/members/server/mutes-query.ts'
import { selectVisibleUserId } from '#features/members/server/profile-query.ts'
import type { Mute } from '#features/profiles/contract-mutes.ts'
import type { MuteKind } from '#features/profiles/contract-values.ts'
import { selectOwnMutes } from '#features/profiles/server/store.ts'
import { requireTopic } from '#features/topics/server/find-topic.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Mutes something and returns the mute, also if it exists already. Throws 404 for an unknown member or topic, 400 for
 * what is no tag, model or word, and 409 if the member has muted too much.
 */
export const addMute = async (
  sql: Sql,
  member: Member,
  input: { kind: MuteKind; value: string },
): Promise<Mute> => {
  const found = await toNewMute(sql, member, input)
  return withLockedMember(sql, member.id, async (tx) => {
    const id = await insertMute(tx, member.id, found)
    const stored = (await selectOwnMutes(tx, member)).find((each) => each.id === id)
    if (!stored) throw new HttpError('too-many-mutes')
    return stored
  })
}

const toNewMute = async (
  sql: Sql,
  member: Member,
  { kind, value }: { kind: MuteKind; value: string },
): Promise<NewMute> => {
  switch (kind) {
    case 'member': {
      const memberId = await selectVisibleUserId(sql, member, value.replace(/^@/, ''))
      if (memberId === null) throw new HttpError('user-not-found')
      if (memberId === member.id) throw new HttpError('cannot-mute-yourself')
      return { kind, memberId }
    }
    case 'topic':
      return { kind, topicId: (await requireTopic(sql, toTopicSlug(value))).id }
    case 'tag': {
      const tag = normalizeTag(value)
      if (!isValidTag(tag)) throw createInvalidFieldError('value', 'This is not a tag')
      return { kind, value: tag }
    }
    case 'model':
      if (!modelIds.includes(value)) throw createInvalidFieldError('value', 'This is not a model')
      return { kind, value }
    case 'word': {
      const word = normalizeWord(cleanText(value))
      if (word === '') throw createInvalidFieldError('value', 'Enter what to mute')
      return { kind, value: word, pattern: buildWordPattern(word) }
    }
  }
}
