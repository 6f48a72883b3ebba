import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const CONTRACTS = /\/src\/(features\/[^/]+\/contract|core\/query-shapes)\.ts$/
const SHAPES = new Set(['params', 'query', 'body', 'reply'])

/**
 * In the browser a call needs an endpoint's method and path alone: the server does the checking. So the shapes
 * are taken out of `endpoint({ … })`, and what a contract computes at its top is marked as free of side effects;
 * then zod and every shape that no form imports by name fall out of the first visit's scripts (about 8 kB).
 */
export const leanContracts = (): Plugin => ({
  name: 'lean-contracts',
  enforce: 'post',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  transform(code, id) {
    if (!CONTRACTS.test(id)) return null
    const edits = findEdits(this.parse(code) as unknown as Node)
    return { code: rewrite(code, edits), map: null, moduleSideEffects: false }
  },
})

type Edit = { at: number; end: number; text: string }

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])

/** In the order of the text: what stands inside comes between the two edits of what is around it. */
const findEdits = (node: Node): Edit[] => {
  if (FUNCTIONS.has(node.type)) return []
  const inside = childrenOf(node)
    .sort((a, b) => a.start - b.start)
    .flatMap((child) => (isShape(child, node) ? [emptied(child)] : findEdits(child)))
  if (node.type !== 'CallExpression') return inside
  const opening = { at: node.start, end: node.start, text: '(/* @__PURE__ */ ' }
  return [opening, ...inside, { at: node.end, end: node.end, text: ')' }]
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)

/** `reply: …` in a declaration with a `method` and a `path`. */
const isShape = (node: Node, parent: Node): boolean =>
  parent.type === 'ObjectExpression' &&
  SHAPES.has(nameOf(node)) &&
  ['method', 'path'].every((name) => childrenOf(parent).some((child) => nameOf(child) === name))

const nameOf = (property: Node): string => String((property.key as Node | undefined)?.name)

const emptied = (property: Node): Edit => ({
  at: property.start,
  end: property.end,
  text: `${nameOf(property)}: undefined`,
})

const rewrite = (code: string, edits: Edit[]): string => {
  let at = 0
  const parts = edits.map((edit) => {
    const before = code.slice(at, edit.at)
    at = edit.end
    return before + edit.text
  })
  return parts.join('') + code.slice(at)
}
