import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import type { reverseDecision } from '../../contract.ts'

/** Undoes a decision, and refreshes what shows it. */
export const undoDecision = async (client: QueryClient, id: number, reversalWords = ''): Promise<void> => {
  try {
    await callApi<typeof reverseDecision>('POST /api/moderation/decisions/:id/reversal', {
      params: { id },
      body: { reversalWords },
    })
  } finally {
    void invalidateLists(client, 'cases')
    void invalidateLists(client, 'posts')
  }
}
