import { describeHidden, listHiddenKinds } from '@prompt-collection/hidden-text/describe'
import type { HiddenText } from '../contract.ts'

const fields: Record<HiddenText['field'], string> = {
  title: 'The title',
  description: 'The description',
  prompt: 'This prompt',
}

export const hiddenTextTexts = {
  contains: (field: HiddenText['field'], found: readonly HiddenText[]) =>
    `${fields[field]} contains ${listHiddenKinds(found)}.`,
  forReaders: 'Read the marked places before you use it.',
  forVisitors: 'Sign in to see all of the prompt with the places marked.',
  inCopies: 'Invisible characters are left out when you copy or open it.',
  forAuthor:
    'Readers see this notice. If you did not mean to write what is marked, edit the post and remove it.',
  showWhere: 'Show where',
  showNext: (number: number, total: number) => `Show next (${number} of ${total})`,
  place: (what: string) => `Marked: ${what}`,
  invisible: (count: number) => describeHidden('invisible-characters', count),
  reversal: describeHidden('direction-override', 1),
  saying: (what: string, decoded: string) => `${what}: “${decoded}”`,
  decodesTo: (decoded: string) => `decodes to “${decoded}”`,
  fetches: (host: string) => `runs a script from ${host}`,
  opens: (host: string) => `opens ${host}`,
  copiedWithout: (title: string, count: number) =>
    `${title} without ${describeHidden('invisible-characters', count)}`,
  copyAsWritten: 'Copy as written',
} as const
