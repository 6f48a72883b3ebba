/** The words that the rules add around the author's text, in its language. */
export type Wording = {
  headings: Record<'task' | 'context' | 'requirements' | 'output' | 'input' | 'more', string>
  /** The blanks. Each default value leaves the decision to the model. */
  asks: Record<'length' | 'format' | 'requirements', readonly [label: string, name: string, value: string]>
  /** Only for texts in a language without a wording of its own. */
  sameLanguage?: string
}
