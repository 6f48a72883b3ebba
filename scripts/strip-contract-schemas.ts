import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const CONTRACTS =
  /\/src\/(features\/[^/]+\/contract(?!-form|-messages)(-[a-z-]+)?|core\/(query-shapes|current-user))\.ts$/
const FORMS = /\/src\/(features\/[^/]+\/contract-form|core\/text-shape)\.ts$|\/node_modules\/zod\//
const BROWSER_PROPERTIES = new Set(['method', 'path'])

/**
 * A Vite plugin that removes zod schemas from contracts in the browser build. The browser needs only an
 * endpoint's method and path, because the server does the rest. The plugin drops the other properties from
 * `endpoint({ … })` and replaces every constant in a contract that depends on zod, directly or through
 * another constant or an imported `…Shape`, with `undefined`. This keeps zod (about 9 kB) out of the scripts
 * that a first visit loads. Schemas that forms use for validation are in `contract-form.ts`, which the plugin
 * leaves alone.
 */
export const stripContractSchemas = (): Plugin => ({
  name: 'lean-contracts',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform(code, id) {
    // Form schemas have no side effects, so a bundle that does not use them can omit them.
    if (FORMS.test(id)) return { code, map: null, moduleSideEffects: false }
    if (!CONTRACTS.test(id)) return null
    const program = this.parse(code) as unknown as Node & { body: Node[] }
    return { code: rewrite(code, findEdits(program.body)), map: null, moduleSideEffects: false }
  },
})

type Edit = { start: number; end: number; text: string }

/** Visits constants in source order, so that a constant that depends on a removed one is removed too. */
const findEdits = (statements: Node[]): Edit[] => {
  const removed = new Set([
    'z',
    ...statements.flatMap(importedNames).filter((name) => name.endsWith('Shape')),
  ])
  const edits: Edit[] = []
  for (const { id, init } of statements.flatMap(constantsOf)) {
    if (isEndpoint(init)) edits.push(...removeProperties(init))
    else if (dependsOn(init, removed)) {
      removed.add(String(id.name))
      edits.push({ start: init.start, end: init.end, text: 'undefined' })
    }
  }
  return edits
}

const importedNames = ({ type, specifiers }: Node): string[] =>
  type === 'ImportDeclaration' ? (specifiers as { local: Node }[]).map(({ local }) => String(local.name)) : []

type Constant = { id: Node; init: Node }

const constantsOf = (statement: Node): Constant[] => {
  const declaration = (statement.declaration ?? statement) as Node
  if (declaration.type !== 'VariableDeclaration') return []
  return (declaration.declarations as unknown as Constant[]).filter(({ init }) => init)
}

const isEndpoint = (init: Node): boolean =>
  init.type === 'CallExpression' && (init.callee as Node).name === 'endpoint'

/** Returns edits that remove everything but method and path from an endpoint declaration. */
const removeProperties = (call: Node): Edit[] =>
  childrenOf((call.arguments as Node[])[0] as Node)
    .map((property, index, all) => ({ property, end: all[index + 1]?.start ?? property.end }))
    .filter(({ property }) => !BROWSER_PROPERTIES.has(nameOf(property)))
    .map(({ property, end }) => ({ start: property.start, end, text: '' }))

const dependsOn = (node: Node, names: ReadonlySet<string>): boolean =>
  (node.type === 'Identifier' && names.has(String(node.name))) ||
  childrenOf(node).some((child) => dependsOn(child, names))

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)

const nameOf = (property: Node): string => String((property.key as Node | undefined)?.name)

const rewrite = (code: string, edits: Edit[]): string => {
  let position = 0
  const parts = edits.map((edit) => {
    const before = code.slice(position, edit.start)
    position = edit.end
    return before + edit.text
  })
  return parts.join('') + code.slice(position)
}
