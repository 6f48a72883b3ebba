import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { adRequestShape } from '#features/ads/contract-form.ts'

export const requestAd = endpoint({
  method: 'POST',
  path: '/api/ad-requests',
  summary: 'Request advertising',
  tag: 'Advertising',
  body: adRequestShape,
  reply: z.object({ id: z.int() }),
})
