import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { toTopicSlug } from '#core/slugs.ts'
import type { Member } from '#core/viewer.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { topicRequestMessages } from '#features/requests/contract-messages.ts'
import { insertTopicRequest } from '#features/requests/server/store.ts'
import { selectTopicName } from '#features/topics/server/topics-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Stores a member's request for a topic and returns its id. Throws 409 if the topic exists, or if the member has requested
 * it already.
 */
export const requestTopic = async (
  sql: Sql,
  member: Member,
  request: Parameters<typeof insertTopicRequest>[2],
): Promise<number> => {
  const existing = await selectTopicName(sql, toTopicSlug(request.name))
  if (existing !== null) {
    const message = topicRequestMessages.topicExists(existing)
    throw new HttpError('topic-exists', { message, conflictUrl: paths.topic(existing) })
  }
  const id = await sql.begin(async (tx) => {
    await lockUserRow(tx, member.id)
    return insertTopicRequest(tx, member.id, request)
  })
  if (id === null) throw new HttpError('topic-already-requested', { field: 'name' })
  return id
}
