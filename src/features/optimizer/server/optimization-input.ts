import type { PostType } from '#core/model-catalogue.ts'

/** The input of an optimization, for both the optimizer service and the built-in optimizer. */
export type OptimizationInput = {
  /** The text that the member wrote. */
  prompt: string
  type: PostType | null
  models: readonly string[]
  /** An earlier result, and the instruction for changing it. */
  refine?: { text: string; instruction: string }
}

export type OptimizeOptions = {
  /** Aborts when the client disconnects. */
  signal: AbortSignal
  /** Called with each piece of text that the service streams. */
  onDelta?: ((piece: string) => void) | undefined
  log: { warn(detail: object, message: string): void }
}

/** Returns every `${blank}` in a text exactly as written, without duplicates. */
export const extractBlanks = (text: string): string[] => [
  ...new Set(text.match(/\$\{[^{}\n]{1,200}\}/g) ?? []),
]
