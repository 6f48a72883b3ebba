import type { PermissionFixtures } from './fixtures.ts'
import type { EndpointCall } from './table.ts'

/** Builds the request that a row of the table describes, as an argument for `inject`. */
export const buildRequest = (endpoint: string, { headers }: PermissionFixtures, call: EndpointCall) => {
  const [method = '', path = ''] = endpoint.split(' ')
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ''))
  return {
    method: method as 'GET',
    url: call.query ? `${url}?${call.query}` : url,
    headers: Buffer.isBuffer(call.body)
      ? { ...headers, 'content-type': 'application/octet-stream' }
      : headers,
    ...(call.body ? { payload: call.body } : {}),
  }
}
