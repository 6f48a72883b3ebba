import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { topicRequestShape } from '#features/topic-requests/contract-form.ts'

/** A name that a topic has already is 409; the path is then that topic's page. */
export const requestTopic = endpoint({
  method: 'POST',
  path: '/api/topics/request',
  summary: 'Ask the admins for a new topic',
  tag: 'Topics',
  body: topicRequestShape,
  reply: z.object({ id: z.int() }),
})
