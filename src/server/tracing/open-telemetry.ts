// This file is imported only if a collector is configured, because the packages are large.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'
import type { SpanOptions, Tracer } from './tracing.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
const EXPORT_TIMEOUT_MS = 5_000

/**
 * Sends spans in batches to a collector, as OTLP over HTTP. If the collector is unavailable, spans are lost but nothing
 * is delayed.
 */
export const createTracer = ({
  endpoint,
  headers,
  serviceName,
  sampledShare,
}: NonNullable<Config['tracing']>): { tracer: Tracer; close(): Promise<void> } => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
  const spans = provider.getTracer('prompt-collection')
  const contexts = new AsyncLocalStorage<Context>()

  const start = ({ name, kind, attributes = {}, parent }: SpanOptions) => {
    const outer = contexts.getStore() ?? toRemoteContext(parent)
    const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, outer)
    const inner = trace.setSpan(outer, span)
    return {
      run: <T>(work: () => T): T => contexts.run(inner, work),
      end: ({
        name: endName,
        attributes: more = {},
        error,
      }: Parameters<ReturnType<Tracer['start']>['end']>[0] = {}) => {
        if (endName) span.updateName(endName)
        span.setAttributes(more)
        if (error !== undefined) {
          span.setAttribute('error.type', typeOf(error))
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        span.end()
      },
    }
  }

  return {
    tracer: { start, isActive: () => contexts.getStore() !== undefined },
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** Parses a `traceparent` header as specified in W3C Trace Context (https://www.w3.org/TR/trace-context/). */
const toRemoteContext = (header: string | undefined): Context => {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Returns the type of an error rather than its message, which may contain user input. */
const typeOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}
