/** What a span may say: names and numbers from the code, nothing that a client has sent and nothing about a person. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export type SpanOptions = {
  name: string
  kind: 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /** The `traceparent` header of a trusted proxy, which the span continues. */
  parent?: string | undefined
}

export type ActiveSpan = {
  /** Runs `work` as part of the span: spans that it starts are children of this one. */
  run<T>(work: () => T): T
  end(details?: { name?: string; attributes?: SpanAttributes; error?: unknown }): void
}

export type Tracer = {
  start(options: SpanOptions): ActiveSpan
  /** Whether the code that calls this runs as part of a span. */
  isActive(): boolean
}

let tracer: Tracer | null = null

/** From now on, `traced` and `startSpan` report spans to `next`; `null` turns tracing off. */
export const setTracer = (next: Tracer | null): void => {
  tracer = next
}

/** Starts a span that the caller ends; null if tracing is off. */
export const startSpan = (options: SpanOptions): ActiveSpan | null => tracer?.start(options) ?? null

/** Runs `work` as a span, or just runs it if tracing is off. */
export const traced = async <T>(options: SpanOptions, work: () => Promise<T>): Promise<T> => {
  if (!tracer) return work()
  const span = tracer.start(options)
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}

/** Like `traced`, for calls to other services, by a name that is part of the code. */
export const tracedCall = <T>(service: string, work: () => Promise<T>): Promise<T> =>
  traced({ name: service, kind: 'client', attributes: { 'service.peer.name': service } }, work)

/**
 * Like `traced`, for SQL. Only statements of a request or a job are reported: the site also sends some every second, to
 * watch replicas.
 */
export const tracedStatement = <T>(text: string, work: () => Promise<T>): Promise<T> => {
  if (!tracer?.isActive()) return work()
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': toLine(text) }
  return traced({ name: summarizeStatement(text), kind: 'client', attributes }, work)
}

const MAX_TEXT_LENGTH = 300

/** A statement in one line; its values are not part of the text. */
export const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH)

/** The operation and the table of a statement, such as `select posts`. Of a `with`, those of its first part. */
export const summarizeStatement = (text: string): string => {
  const words = text.trim().toLowerCase()
  const outer = words.startsWith('with') ? words : withoutParentheses(words)
  const operation = /\b(select|insert|update|delete|begin|commit|rollback)\b/.exec(outer)?.[1]
  const table = /\b(?:from|into|update)\s+"?(?!as\b|of\b|set\b)([a-z_][a-z_.]*)/.exec(outer)?.[1]
  return [operation ?? 'statement', ...(table ? [table] : [])].join(' ')
}

const withoutParentheses = (text: string): string => {
  const shorter = text.replace(/\([^()]*\)/g, ' ')
  return shorter === text ? text : withoutParentheses(shorter)
}
