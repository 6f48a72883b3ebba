import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const CONTRACTS = /\/src\/(features\/[^/]+\/contract(?!-form|-messages)(-[a-z]+)?|core\/query-shapes)\.ts$/
const FORMS = /\/src\/(features\/[^/]+\/contract-form|core\/text-shape)\.ts$|\/node_modules\/zod\//
const SHAPES = new Set(['params', 'query', 'body', 'reply'])

/**
 * In the browser a call needs an endpoint's method and path alone: the server does the checking. So the shapes
 * are taken out of `endpoint({ … })`, and every constant of a contract that is made with zod, or of one that is,
 * becomes `undefined` (an imported name that ends in `Shape` counts as one); then zod falls out of the first
 * visit's scripts (about 9 kB). The shapes that forms check by stand in `contract-form.ts`, which stays as it is.
 */
export const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform(code, id) {
    // A form's shapes are made when the form is there, not whenever a contract names them.
    if (FORMS.test(id)) return { code, map: null, moduleSideEffects: false }
    if (!CONTRACTS.test(id)) return null
    const program = this.parse(code) as unknown as Node & { body: Node[] }
    return { code: rewrite(code, findEdits(program.body)), map: null, moduleSideEffects: false }
  },
})

type Edit = { at: number; end: number; text: string }

/** In the order of the text, so that what is made of an emptied constant is known to be one too. */
const findEdits = (statements: Node[]): Edit[] => {
  const emptied = new Set([
    'z',
    ...statements.flatMap(importedNames).filter((name) => name.endsWith('Shape')),
  ])
  const edits: Edit[] = []
  for (const { id, init } of statements.flatMap(constantsOf)) {
    if (isEndpoint(init)) edits.push(...shapesIn(init))
    else if (mentions(init, emptied)) {
      emptied.add(String(id.name))
      edits.push({ at: init.start, end: init.end, text: 'undefined' })
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

/** `reply: …` and its like in the declaration. */
const shapesIn = (call: Node): Edit[] =>
  childrenOf((call.arguments as Node[])[0] as Node)
    .filter((property) => SHAPES.has(nameOf(property)))
    .map((property) => ({ at: property.start, end: property.end, text: `${nameOf(property)}: undefined` }))

const mentions = (node: Node, names: ReadonlySet<string>): boolean =>
  (node.type === 'Identifier' && names.has(String(node.name))) ||
  childrenOf(node).some((child) => mentions(child, names))

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)

const nameOf = (property: Node): string => String((property.key as Node | undefined)?.name)

const rewrite = (code: string, edits: Edit[]): string => {
  let at = 0
  const parts = edits.map((edit) => {
    const before = code.slice(at, edit.at)
    at = edit.end
    return before + edit.text
  })
  return parts.join('') + code.slice(at)
}
