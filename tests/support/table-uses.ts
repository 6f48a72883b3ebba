/** A use of a table in SQL, for reading or writing. `table` is `?` if the name is interpolated. */
export type TableUse = { kind: 'read' | 'write'; table: string }

const TAG = /\b(sql|tx|transaction)(<[^`]*>)?$/

/** Replaces `${sql(name)}`, an interpolated name. */
const DYNAMIC_NAME = 'dynamic_name'
/** Replaces any other `${…}`: a value or a fragment. */
const PLACEHOLDER = ' $ '

/** Returns the text of each SQL template in a TypeScript file, including nested templates. */
export const extractSqlStatements = (source: string): string[] => {
  const texts: string[] = []
  readCode(source.replace(/^\s*(\/\*\*?|\*|\/\/).*$/gm, ''), 0, texts)
  return texts
}

/** Reads code up to its end or to the brace that closes a `${`. Returns the position after that brace. */
const readCode = (source: string, start: number, texts: string[]): number => {
  let depth = 0
  let at = start
  while (at < source.length) {
    const character = source[at]
    if (character === '`') at = readTemplate(source, at, texts)
    else if (character === "'" || character === '"') at = readString(source, at)
    else {
      if (character === '{') depth += 1
      if (character === '}') depth -= 1
      at += 1
      if (depth < 0) return at
    }
  }
  return at
}

const readString = (source: string, start: number): number => {
  let at = start + 1
  while (at < source.length && source[at] !== source[start] && source[at] !== '\n')
    at += source[at] === '\\' ? 2 : 1
  return at + 1
}

const readTemplate = (source: string, start: number, texts: string[]): number => {
  const isSql = TAG.test(source.slice(Math.max(0, start - 1_000), start))
  let text = ''
  let at = start + 1
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      const end = readCode(source, at + 2, texts)
      const isName = /^\{(sql|tx|transaction)\(/.test(source.slice(at + 1, end))
      text += isName ? DYNAMIC_NAME : PLACEHOLDER
      at = end
    } else {
      text += source[at]
      at += source[at] === '\\' ? 2 : 1
    }
  }
  if (isSql) texts.push(text)
  return at + 1
}

const NAME = '(?:"?([a-z_][a-z0-9_]*)"?|\\$)'
const WRITES = [
  new RegExp(`\\binsert\\s+into\\s+${NAME}`, 'g'),
  new RegExp(`\\bmerge\\s+into\\s+${NAME}`, 'g'),
  new RegExp(`\\bdelete\\s+from\\s+(?:only\\s+)?${NAME}`, 'g'),
  new RegExp(`\\bcopy\\s+${NAME}`, 'g'),
  // This excludes `for update`, `for no key update` and `on conflict do update`.
  new RegExp(`(?<!\\b(?:for|key|do)\\s+)\\bupdate\\s+(?:only\\s+)?${NAME}`, 'g'),
]
const TRUNCATE = /\btruncate\s+(?:table\s+)?([a-z_, ]+)/g
/** Matches the keywords that precede a list of tables, functions and subqueries. */
const LISTS = /(?<!\bdelete\s+|\bdistinct\s+)\b(?:from|join|using)\s+/g

/** Lists the tables that one SQL text reads and writes. The names may include those of CTEs, aliases and functions. */
export const findTableUses = (sqlText: string): TableUse[] => {
  const text = sqlText
    .toLowerCase()
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
  const written = WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name))
  const truncated = [...text.matchAll(TRUNCATE)].flatMap(([, names]) => names?.match(/[a-z_]+/g) ?? [])
  const read = [...text.matchAll(LISTS)].flatMap((match) => listedNames(text, match.index + match[0].length))
  const withUse = (kind: TableUse['kind']) => (name: string | undefined) => ({
    kind,
    table: name === DYNAMIC_NAME ? '?' : (name ?? '?'),
  })
  return [...[...written, ...truncated].map(withUse('write')), ...read.map(withUse('read'))]
}

/** Returns the table names in a list such as `posts p, lateral (…) x, users as u`. */
const listedNames = (text: string, start: number): string[] => {
  const names: string[] = []
  let rest = text.slice(start)
  for (;;) {
    rest = rest.replace(/^\s*(lateral|only)\s+/, '').trimStart()
    if (rest.startsWith('(')) rest = afterParentheses(rest)
    else {
      const name = /^"?([a-z_][a-z0-9_.]*)"?/.exec(rest)
      rest = rest.slice(name?.[0].length ?? (rest.startsWith('$') ? 1 : 0))
      if (rest.trimStart().startsWith('(')) rest = afterParentheses(rest.trimStart())
      else if (name?.[1]) names.push(name[1])
    }
    // Skips an alias, with or without column names.
    rest = rest.replace(
      /^\s*(with ordinality\s+)?(as\s+)?(?!(where|on|join|left|cross|order)\b)[a-z_]+(\s*\([^)]*\))?/,
      '',
    )
    const comma = /^\s*,/.exec(rest)
    if (!comma) return names
    rest = rest.slice(comma[0].length)
  }
}

const afterParentheses = (text: string): string => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(at + 1)
  }
  return ''
}

/** Returns the names of the common table expressions in one SQL text. */
export const findCteNames = (sqlText: string): string[] =>
  [
    ...sqlText
      .toLowerCase()
      .matchAll(
        /(?:\bwith\s+(?:recursive\s+)?|,\s*)([a-z_]+)\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/g,
      ),
  ].map(([, name]) => name ?? '')
