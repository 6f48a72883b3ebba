import type { InlineNode, Item, Reader, Run } from './inline-node.ts'

/** Deeper emphasis is kept as text, so that rendering needs little stack. */
const MAX_DEPTH = 6
const SPACE = /\s|^$/
const PUNCTUATION = /[\p{P}\p{S}]/u
/** Matches what quoted text can be beside if it is emphasized. Letters without case are often written without spaces. */
const BESIDE_QUOTE = /^$|[\s\p{P}\p{S}\p{Lo}\p{M}]/u

/** Returns the index after a run of the same character. */
export const endOfRun = (text: string, at: number): number => {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return end
}

/** Reads a run of emphasis marks. What is beside it decides whether it can open or close emphasis, as in CommonMark. */
export const readRun: Reader = (text, at) => {
  const mark = text[at] ?? ''
  const end = endOfRun(text, at)
  const previous = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
  const next = Array.from(text.slice(end, end + 2))[0] ?? ''
  const isLeft = !SPACE.test(next) && (!PUNCTUATION.test(next) || BESIDE_QUOTE.test(previous))
  const isRight = !SPACE.test(previous) && (!PUNCTUATION.test(previous) || BESIDE_QUOTE.test(next))
  // An underscore within a word, as in snake_case, is not a mark.
  const canOpen = isLeft && (mark === '*' || !isRight || PUNCTUATION.test(previous))
  const canClose = isRight && (mark === '*' || !isLeft || PUNCTUATION.test(next))
  const length = end - at
  return { node: { kind: 'run', mark, length, count: length, canOpen, canClose }, end }
}

/**
 * Pairs the runs of marks to emphasis, as CommonMark describes under "An algorithm for parsing nested emphasis and
 * links". Runs without a partner become text.
 */
export const parseEmphasis = (items: Item[]): InlineNode[] => {
  const output: Item[] = []
  /** The indexes in `output` of the runs that can open emphasis. */
  const openers: number[] = []
  /** For each kind of closing run, how many of the openers are known not to match it. */
  const unmatched: Record<string, number> = {}
  for (const item of items) {
    if (!isRun(item)) output.push(item)
    else {
      while (item.canClose && item.count > 0 && close(item, output, openers, unmatched)) {}
      if (item.count > 0) output.push(item)
      if (item.count > 0 && item.canOpen) openers.push(output.length - 1)
    }
  }
  return joinText(output)
}

const isRun = (item: Item | undefined): item is Run => typeof item === 'object' && item.kind === 'run'

/** Makes emphasis of what follows the nearest opener that matches the closing run. Returns false if there is none. */
const close = (
  closer: Run,
  output: Item[],
  openers: number[],
  unmatched: Record<string, number>,
): boolean => {
  const key = `${closer.mark}${closer.canOpen}${closer.length % 3}`
  for (let index = openers.length - 1; index >= (unmatched[key] ?? 0); index -= 1) {
    const start = openers[index] ?? 0
    const opener = output[start]
    if (!isRun(opener) || !isPair(opener, closer)) continue
    openers.length = index + 1
    for (const name in unmatched) unmatched[name] = Math.min(unmatched[name] ?? 0, index)
    const children = joinText(output.slice(start + 1))
    if (depthOf(children) >= MAX_DEPTH) {
      openers.pop()
      return false
    }
    const size = opener.count > 1 && closer.count > 1 ? 2 : 1
    opener.count -= size
    closer.count -= size
    output.length = start + 1
    if (opener.count === 0) {
      output.pop()
      openers.pop()
    }
    output.push({ kind: size === 2 ? 'strong' : 'em', children })
    return true
  }
  unmatched[key] = openers.length
  return false
}

/** A run that can open and close pairs with another only if their lengths add up to no multiple of three, or both are one. */
const isPair = (opener: Run, closer: Run): boolean =>
  opener.mark === closer.mark &&
  ((!opener.canClose && !closer.canOpen) ||
    (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0))

const depthOf = (nodes: InlineNode[]): number =>
  nodes.reduce(
    (deepest, node) =>
      typeof node === 'object' && 'children' in node
        ? Math.max(deepest, 1 + depthOf(node.children))
        : deepest,
    0,
  )

const joinText = (items: Item[]): InlineNode[] => {
  const nodes: InlineNode[] = []
  let plain = ''
  for (const item of items) {
    if (typeof item === 'string') plain += item
    else if (item.kind === 'run') plain += item.mark.repeat(item.count)
    else {
      if (plain) nodes.push(plain)
      plain = ''
      nodes.push(item)
    }
  }
  return plain ? [...nodes, plain] : nodes
}
