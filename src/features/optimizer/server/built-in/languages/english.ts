import type { Wording } from './wording.ts'

export const english: Wording = {
  headings: {
    task: 'Task',
    context: 'Context',
    steps: 'Steps',
    requirements: 'Requirements',
    output: 'Output',
    input: 'Input',
    more: 'Further details',
  },
  role: 'You are %.',
  asks: {
    role: ['Role', 'role', 'an expert in the subject'],
    audience: ['Audience', 'audience', 'interested readers without special knowledge'],
    context: ['Background', 'background', 'none given'],
    tone: ['Tone', 'tone', 'clear and friendly'],
    length: ['Length', 'length', 'as short as completeness allows'],
    format: ['Format', 'format', 'plain paragraphs under short headings'],
  },
  steps: [
    'Settle what a good result must contain.',
    'Work it out in that order.',
    'Check it against the requirements before you answer.',
  ],
  honest: 'Do not invent facts: where something needed is missing, say so or ask.',
}

/** Around a text in another language. */
export const englishAround: Wording = {
  ...english,
  sameLanguage: 'Answer in the language of the task.',
}
