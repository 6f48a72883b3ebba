import type { Wording } from './wording.ts'

export const english: Wording = {
  headings: {
    task: 'Task',
    context: 'Context',
    requirements: 'Requirements',
    output: 'Output',
    input: 'Input',
    more: 'Further details',
  },
  asks: {
    length: ['Length', 'length', 'as long as the task needs'],
    format: ['Format', 'format', 'the form that suits the task'],
    requirements: ['Further requirements', 'requirements', 'none'],
  },
}

/** For texts in a language without a wording of its own. */
export const englishAround: Wording = {
  ...english,
  sameLanguage: 'Unless the task says otherwise, answer in its language.',
}
