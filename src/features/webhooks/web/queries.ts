import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { listWebhookDeliveries, listWebhooks } from '../contract.ts'

const webhooksKey = defineQueryKey('webhooks')
const deliveriesKey = defineQueryKey('webhook-deliveries')

/** The member's webhooks and, for admins, those of topics. */
export const webhooksQuery = queryOptions({
  queryKey: webhooksKey(),
  queryFn: apiQueryFn<typeof listWebhooks>('GET /api/webhooks', {}),
})

/** A page of a webhook's log: the newest messages, or those before one. */
export const deliveriesQuery = (id: number, after: number | null) =>
  queryOptions({
    queryKey: deliveriesKey(id, after),
    queryFn: apiQueryFn<typeof listWebhookDeliveries>('GET /api/webhooks/:id/deliveries', {
      params: { id },
      query: after === null ? {} : { after },
    }),
    staleTime: 0,
    refetchInterval: 10_000,
  })

/** The key of all pages of a webhook's log. */
export const logKey = (id: number) => deliveriesKey(id)
