import type { PostType } from '#features/catalogue/contract.ts'

/** What is to be optimized, for the service and the rules alike. */
export type ToOptimize = {
  /** The person's own text. */
  prompt: string
  type: PostType | null
  models: readonly string[]
  /** An earlier result, and what should be different about it. */
  refine?: { text: string; instruction: string }
}

/** How an optimization runs. */
export type Run = {
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Hears each piece of the text as it is written. */
  onDelta?: ((piece: string) => void) | undefined
  log: { warn(detail: object, message: string): void }
}

/** Every `${variable}` of a text, as it is written there; each once. */
export const variablesIn = (text: string): string[] => [...new Set(text.match(/\$\{[^{}\n]{1,200}\}/g) ?? [])]
