import type { QueryClient } from '@tanstack/react-query'
import type { ModelTally } from '#features/posts/contract.ts'
import { callApi } from '#web/api-client.ts'
import { patchEntity } from '#web/entity-cache.ts'
import type { reportResult } from '../contract.ts'
import { resultsQuery } from './queries.ts'

/** Updates the tallies in every cached copy of the post. */
export const updateCachedTallies = (client: QueryClient, postId: number, tallies: ModelTally[]): void => {
  patchEntity(client, 'post', postId, (copy) =>
    'comments' in copy ? { ...copy, hasResults: true, tallies } : { ...copy, hasResults: true },
  )
  void client.invalidateQueries(resultsQuery(postId))
}

type Report = { model: string; worked: boolean; note: string; example: string }

/** Reports whether a prompt worked. Throws if the request fails. */
export const sendResultReport = async (client: QueryClient, postId: number, body: Report): Promise<void> => {
  const { tallies } = await callApi<typeof reportResult>('POST /api/posts/:id/results', {
    params: { id: postId },
    body,
  })
  updateCachedTallies(client, postId, tallies)
}

/** Reports only whether the prompt worked. Keeps the note and the example of the member's earlier report. */
export const reportOutcome = async (
  client: QueryClient,
  postId: number,
  outcome: Pick<Report, 'model' | 'worked'>,
): Promise<void> => {
  const { own } = await client.fetchQuery(resultsQuery(postId))
  const { note = '', example = '' } = own.find(({ model }) => model === outcome.model) ?? {}
  await sendResultReport(client, postId, { ...outcome, note, example })
}
