export type InlineNode =
  | string
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; children: InlineNode[] }
  | { kind: 'link'; href: string; title?: string; children: InlineNode[] }

/** A run of `*` or `_` that has not become emphasis yet. `count` is how many of its `length` marks are left. */
export type Run = {
  kind: 'run'
  mark: string
  length: number
  count: number
  canOpen: boolean
  canClose: boolean
}
export type Item = InlineNode | Run
type Found = { node: Item; end: number }
/** Reads what begins with a special character, or returns null if the character is text. */
export type Reader = (text: string, at: number, state: State) => Found | null
export type State = {
  items: Item[]
  /** The indexes in `items` of the opening brackets that can still begin a link. */
  brackets: number[]
  /** Backtick fences that do not occur in the rest of the text. Remembering them avoids repeated searches. */
  missing: Set<string>
}
