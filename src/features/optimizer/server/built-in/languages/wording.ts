/** The words around a person's own text, in their language. Values are the defaults of the variables. */
export type Wording = {
  headings: Record<'task' | 'context' | 'steps' | 'requirements' | 'output' | 'input' | 'more', string>
  /** `%` stands for who it is. */
  role: string
  /** What is asked for: its label, the variable's name, and a default that suits any task. */
  asks: Record<
    'role' | 'audience' | 'context' | 'tone' | 'length' | 'format',
    readonly [label: string, name: string, value: string]
  >
  steps: readonly string[]
  /** Against guessing. */
  honest: string
  /** For texts in a language that has no wording of its own. */
  sameLanguage?: string
}
