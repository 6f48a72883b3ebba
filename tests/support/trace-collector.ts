import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number }
type Attributes = { key: string; value: Value }[]
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code: number }
  attributes: Attributes
}
type OtlpRequest = {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

export type ReceivedSpan = Omit<OtlpSpan, 'attributes'> & {
  service: unknown
  attributes: Record<string, unknown>
}

const toRecord = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts a collector on loopback that decodes the spans it receives over OTLP/HTTP. */
export const startTraceCollector = async () => {
  const spans: ReceivedSpan[] = []
  /** The raw request bodies. */
  const bodies: string[] = []
  const authorizations: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    authorizations.push(request.headers.authorization)
    if (request.url !== '/v1/traces') return response.writeHead(404).end()
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpRequest).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          service: toRecord(resource.attributes)['service.name'],
          attributes: toRecord(span.attributes),
        })
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    authorizations,
    close: () => void server.close().closeAllConnections(),
  }
}
