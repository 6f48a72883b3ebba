/** The attributes of a span: names and numbers from the code, never user input or personal data. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export type SpanOptions = {
  name: string
  kind: 'server' | 'client' | 'consumer'
  attributes?: SpanAttributes
  /** The `traceparent` header from a trusted proxy, whose trace the span continues. */
  parent?: string | undefined
}

export type ActiveSpan = {
  /** Runs `work` as part of the span so that spans started by `work` become its children. */
  run<T>(work: () => T): T
  end(details?: { name?: string; attributes?: SpanAttributes; error?: unknown }): void
}

export type Tracer = {
  start(options: SpanOptions): ActiveSpan
  /** Returns whether the calling code runs as part of a span. */
  isActive(): boolean
}

let tracer: Tracer | null = null

/** Makes `withSpan` and `startSpan` report spans to `next` from now on; `null` turns tracing off. */
export const setTracer = (next: Tracer | null): void => {
  tracer = next
}

/** Starts a span that the caller must end; returns null if tracing is off. */
export const startSpan = (options: SpanOptions): ActiveSpan | null => tracer?.start(options) ?? null

/** Runs `work` as a span, or just runs it if tracing is off. */
export const withSpan = async <T>(options: SpanOptions, work: () => Promise<T>): Promise<T> => {
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

/** Traces a call to another service; `service` is a name from the code. */
export const traceCall = <T>(service: string, work: () => Promise<T>): Promise<T> =>
  withSpan({ name: service, kind: 'client', attributes: { 'service.peer.name': service } }, work)

/**
 * Traces an SQL statement if it belongs to a request or a job. Other statements are not reported, because replica
 * monitoring alone sends several every second.
 */
export const traceStatement = <T>(text: string, work: () => Promise<T>): Promise<T> => {
  if (!tracer?.isActive()) return work()
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': toSingleLine(text) }
  return withSpan({ name: summarizeStatement(text), kind: 'client', attributes }, work)
}

const MAX_TEXT_LENGTH = 300

/** Formats a statement as a single shortened line. The text contains `$1`, `$2` and so on instead of values. */
export const toSingleLine = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH)

/**
 * Summarizes a statement by its operation and table, such as `select posts`. If the statement starts with
 * `with`, its first common table expression is summarized.
 */
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
