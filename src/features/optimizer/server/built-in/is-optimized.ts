import { wordings } from './languages/find-wording.ts'
import { ownBlanks } from './own-blanks.ts'
import { CODE_OPENING, openingOf, writingKinds } from './requests/nouns.ts'

const tasks = [...new Set(wordings.map(({ headings }) => headings.task))]
const TASK = new RegExp(`^(?:## (?:${tasks.join('|')})|<task>)$`, 'm')
const openings = [CODE_OPENING, ...writingKinds.map(openingOf).filter(Boolean)].flatMap((opening) => [
  `${opening}

`,
  `<role>
${opening}
`,
])

/**
 * Whether the rules produced this text: it has one of their blanks, their task heading, or one of their role
 * sentences.
 */
export const isOptimized = (text: string): boolean =>
  TASK.test(text) ||
  ownBlanks.some(({ written }) => text.includes(written)) ||
  openings.some((opening) => text.startsWith(opening))
