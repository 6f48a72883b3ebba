import type { PostType } from '#core/model-catalogue.ts'

/** The input of an optimization, shared by the optimizer service and the built-in optimizer. */
export type OptimizationInput = {
  /** The text the member wrote. */
  prompt: string
  type: PostType | null
  models: readonly string[]
  /** An earlier result and the instruction to change it. */
  refine?: { text: string; instruction: string }
}

export type RunOptions = {
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Receives each piece of the text as the service streams it. */
  onDelta?: ((piece: string) => void) | undefined
  log: { warn(detail: object, message: string): void }
}

/** Every `${blank}` in a text exactly as written, without duplicates. */
export const blanksIn = (text: string): string[] => [...new Set(text.match(/\$\{[^{}\n]{1,200}\}/g) ?? [])]
