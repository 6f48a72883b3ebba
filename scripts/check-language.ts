import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * Words that are too vague for a name, with better alternatives. They are matched as whole words in declared
 * names (in camel, snake or kebab case) and in file names.
 */
const BANNED_WORDS: Record<string, string> = {
  anchored: 'cursor, keyset',
  asked: 'requested, query',
  dearest: 'most expensive',
  drawn: 'rendered, encoded',
  given: 'input, options, or the noun it is',
  heard: 'received, event',
  held: 'locked, decoded, stored',
  kept: 'stored, cached, or the noun it is',
  meant: 'suggested',
  mended: 'fixed, repaired',
  outdate: 'invalidate',
  patient: 'full scan, without a timeout',
  redraw: 're-encode, render again',
  refusal: 'error',
  said: 'message, text',
  spent: 'consumed',
  told: 'notified, message',
  wanted: 'requested, options',
  whoever: 'user, viewer',
}

/** Names that are too vague on their own but are acceptable as part of a longer name. */
const BANNED_NAMES = new Set(['bag', 'hold', 'made', 'may', 'place', 'reach', 'sign', 'there', 'why'])

/** Names that are dictated by the public HTTP API or a library. */
const ALLOWED = new Set(['isWanted'])

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const faultOfName = (name: string): string | null => {
  if (ALLOWED.has(name)) return null
  if (BANNED_NAMES.has(name)) return `"${name}" says too little on its own`
  const banned = wordsOf(name).find((word) => Object.hasOwn(BANNED_WORDS, word))
  return banned ? `"${name}": say ${BANNED_WORDS[banned]} instead of "${banned}"` : null
}

/** Reports the banned words and names in a source file's declarations and in the file's own name, one line for each. */
export const findBannedNames = (file: string, text: string): string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kindOf(file))
  const faults: string[] = []
  const report = (position: number, fault: string | null) => {
    if (fault) faults.push(`${file}:${source.getLineAndCharacterOfPosition(position).line + 1} ${fault}`)
  }
  report(0, faultOfName(path.basename(file).replace(/\..*$/, '')))
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name))
      report(node.name.getStart(source), faultOfName(node.name.text))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return faults
}

const kindOf = (file: string) => (file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)

const isDeclaration = (node: ts.Node): node is ts.NamedDeclaration =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isPropertySignature(node)

/** Matches a Markdown link, or the path of a page under `docs/` in a comment, including its anchor. */
const LINKS = /\]\((?<link>[^)\s]+)\)|(?<page>docs\/[a-z0-9/-]+\.md(?:#[a-z0-9-]+)?)/gi

/** Matches a reference to a section that does not name the standard it belongs to. */
const SECTION_OF_NOTHING = /(?<!(?:RFC \d+|WCAG [\d.]+|(?:Core|Discovery) 1\.0),?[\s*/]*)\bsections? \d/i

/**
 * Finds links to files that do not exist, anchors that match no heading, and references to sections of
 * unnamed documents.
 */
export const findBrokenLinks = (root: string, file: string, text: string): string[] => {
  const isMarkdown = file.endsWith('.md')
  const faults = [...text.matchAll(LINKS)].flatMap(({ groups, index }) => {
    const link = groups?.page ?? (isMarkdown ? groups?.link : undefined)
    if (!link || /^[a-z]+:/.test(link)) return []
    const [page = '', anchor] = link.split('#')
    const base = groups?.page ? '' : path.dirname(file)
    const target = path.join(root, page ? path.join(base, page) : file)
    const isBroken = !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
    return isBroken ? [`${file}:${text.slice(0, index).split('\n').length} broken link ${link}`] : []
  })
  const section = isMarkdown || file.startsWith('database/seed/') ? null : SECTION_OF_NOTHING.exec(text)
  if (section)
    faults.push(`${file}:${text.slice(0, section.index).split('\n').length} "${section[0]}" of what?`)
  return faults
}

/** Derives anchors from headings the way GitHub does. */
const anchorsOf = (target: string): ReadonlySet<string> =>
  new Set(
    [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/**
 * Returns the folder within which files import each other by relative path; imports from other folders use an alias.
 */
const roomOf = (file: string): string => /^(src\/features\/[^/]+|src\/[^/]+|[^/]+)/.exec(file)?.[0] ?? ''

const ALIASES = {
  core: 'src/core',
  server: 'src/server',
  web: 'src/web',
  features: 'src/features',
  app: 'src/app',
}

/**
 * Finds imports that use an alias within one folder (`roomOf`), and imports that use a relative path between folders of
 * `src`.
 */
export const findImportStyleErrors = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import\()\s*'(?<specifier>[.#][^']+)'/g)].flatMap(({ groups, index }) => {
    const specifier = groups?.specifier ?? ''
    const [, alias, rest] = /^#([a-z]+)\/(.*)$/.exec(specifier) ?? []
    const folder = ALIASES[alias as keyof typeof ALIASES] ?? alias
    const target = alias ? `${folder}/${rest}` : path.join(path.dirname(file), specifier)
    const isWrong = alias
      ? roomOf(target) === roomOf(file)
      : target.startsWith('src/') && roomOf(target) !== roomOf(file) && !file.endsWith('.mjs')
    return isWrong ? [`${file}:${text.slice(0, index).split('\n').length} import style of ${specifier}`] : []
  })

/**
 * Finds functions and values of the project that are imported under another name. Two that have the same name, such as an
 * endpoint and the rule that it calls, get different verbs, or one of their modules is imported as a namespace.
 */
export const findRenamedImports = (file: string, text: string): string[] =>
  [...text.matchAll(/^import \{(?<names>[^}]*)\} from '[.#]/gm)].flatMap(({ groups, index }) =>
    (groups?.names ?? '')
      .split(',')
      .filter((name) => / as /.test(name) && !/^\s*type /.test(name))
      .map((name) => `${file}:${text.slice(0, index).split('\n').length} imports ${name.trim()}`),
  )

const isProductCode = (file: string) => /^(src|packages)\/.*\.tsx?$/.test(file) && !file.includes('.test.')

const main = () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && existsSync(path.join(root, file)))
  const faults = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [
      ...(file.endsWith('.md') ? [] : findBannedNames(file, text)),
      ...findBrokenLinks(root, file, text),
      ...(isProductCode(file) ? findRenamedImports(file, text) : []),
    ]
  })
  if (faults.length > 0) {
    process.stdout.write(`${faults.join('\n')}\n`)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
