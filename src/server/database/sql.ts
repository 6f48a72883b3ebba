import { escapeIdentifier } from 'pg'
import { raw, Sql as Statement } from 'sql-template-tag'

/** An untyped row, for queries without a row type. */
export type Row = Record<string, unknown>

/** The rows of a result; `count` is the number of rows that the statement returned or changed. */
export type Rows<T> = T & { count: number }

/** A statement as it is sent to PostgreSQL: the text and the values of `$1`, `$2` and so on. */
export type ParameterizedQuery = { text: string; values: unknown[] }

/** Sends statements to PostgreSQL, over any connection in a pool or over a transaction's connection. */
export type Executor = {
  run<T>(query: ParameterizedQuery): Promise<Rows<T>>
  /** Runs several statements, separated by semicolons, without parameters. */
  runScript<T>(text: string): Promise<Rows<T>>
  /** Reads the rows in batches of at most `size`. */
  readBatches<T>(query: ParameterizedQuery, size: number): AsyncGenerator<T>
}

/**
 * A statement that is sent when it is awaited, or that becomes part of a larger statement when used in another
 * template.
 */
export class Query<T = Row[]> extends Statement implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #executor: Executor
  readonly #isScript: boolean
  #result: Promise<Rows<T>> | null = null

  constructor(executor: Executor, strings: readonly string[], values: readonly unknown[], isScript = false) {
    super(strings, values)
    if (this.values.includes(undefined))
      throw new TypeError(`A query parameter is undefined, use null: ${this.text}`)
    this.#executor = executor
    this.#isScript = isScript
  }

  then<A = Rows<T>, B = never>(
    onFulfilled?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.#run().catch(onRejected)
  }

  finally(onFinally: () => void): Promise<Rows<T>> {
    return this.#run().finally(onFinally)
  }

  /** Reads the rows in batches of at most `size` so that a large result is never in memory all at once. */
  cursor(size: number): AsyncGenerator<T> {
    return this.#executor.readBatches<T>(this, size)
  }

  #run(): Promise<Rows<T>> {
    this.#result ??= this.#isScript
      ? this.#executor.runScript<T>(this.text)
      : this.#executor.run<T>({ text: this.text, values: this.values })
    return this.#result
  }
}

/** A part of a statement, created by the same `sql` tag. Its values are always sent as parameters. */
export type SqlFragment = Query<unknown>

/**
 * The template tag for SQL: `sql<{ id: number }[]>\`select id from posts where type = ${type}\``. Values are sent as
 * parameters; nested queries become part of the text. `sql('posts')` is a quoted identifier; `sql({ title, userId })`
 * lists the columns and values of a row for an `insert`. Column names are camelCase in code and snake_case in
 * PostgreSQL.
 */
export type AnySql = {
  <T = Row[]>(strings: TemplateStringsArray, ...values: readonly unknown[]): Query<T>
  (name: string): SqlFragment
  (row: Row): SqlFragment
  /**
   * Creates raw SQL: pass only text that is part of the code, never text from a request. May contain several
   * statements.
   */
  unsafe(text: string): Query<unknown>
}

export const createSqlTag = (executor: Executor): AnySql => {
  const part = (statement: Statement) => new Query<never>(executor, statement.strings, statement.values)
  const tag = (first: TemplateStringsArray | string | Row, ...values: readonly unknown[]) => {
    if (typeof first === 'string') return part(raw(identifier(first)))
    if (isTemplate(first)) return new Query<never>(executor, first, values)
    return part(listRow(first))
  }
  return Object.assign(tag, { unsafe: (text: string) => new Query<unknown>(executor, [text], [], true) })
}

const isTemplate = (value: TemplateStringsArray | Row): value is TemplateStringsArray => Array.isArray(value)

const identifier = (name: string) => escapeIdentifier(toSnakeCase(name))

const listRow = (row: Row) => {
  const names = Object.keys(row)
  const last = names.length - 1
  const columns = names.map(identifier).join(', ')
  return new Statement(
    [`(${columns}) values (`, ...Array.from({ length: last }, () => ', '), ')'],
    Object.values(row),
  )
}

export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
