import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { topicRequestShape } from '#features/topic-requests/contract-form.ts'

/** Returns 409 if a topic with this name exists; `conflictUrl` is its page. */
export const requestTopic = endpoint({
  method: 'POST',
  path: '/api/topics/request',
  summary: 'Request a new topic',
  tag: 'Topics',
  body: topicRequestShape,
  reply: z.object({ id: z.int() }),
})
