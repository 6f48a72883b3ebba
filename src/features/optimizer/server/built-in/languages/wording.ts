/** The words around a person's own text, in their language. Values are the defaults of the variables. */
export type Wording = {
  headings: Record<'task' | 'context' | 'requirements' | 'output' | 'input' | 'more', string>
  /** What is asked for: its label, the variable's name, and a default that leaves the decision to the model. */
  asks: Record<'length' | 'format' | 'requirements', readonly [label: string, name: string, value: string]>
  /** For texts in a language that has no wording of its own. */
  sameLanguage?: string
}
