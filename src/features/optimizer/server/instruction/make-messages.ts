import { randomBytes } from 'node:crypto'
import { modelName } from '#features/catalogue/contract.ts'
import { familiesOf } from '../model-family.ts'
import type { ToOptimize } from '../to-optimize.ts'
import { base, forFamily, forType, VERSION } from './version-1.ts'

export type Message = { role: 'system' | 'user' | 'assistant'; content: string }

export const INSTRUCTION_VERSION = VERSION

/**
 * What is sent: our instruction, which nothing of the person's is ever part of, and their text as data. The marks are
 * new and random each time, so that no text can end the data by itself. `secret` is their random part.
 */
export const makeMessages = (
  asked: ToOptimize,
): { conversation: Message[]; marks: string[]; secret: string } => {
  const secret = randomBytes(16).toString('hex')
  const mark = (name: string, isEnd = false) => `<<<${isEnd ? 'END ' : ''}${name} ${secret}>>>`
  const block = (name: string, text: string) => `${mark(name)}\n${text}\n${mark(name, true)}`
  const names = asked.refine ? ['ORIGINAL', 'CURRENT', 'WISH'] : ['PROMPT']
  const data = asked.refine
    ? [
        block('ORIGINAL', asked.prompt),
        block('CURRENT', asked.refine.text),
        block('WISH', asked.refine.instruction),
      ]
    : [block('PROMPT', asked.prompt)]
  return {
    conversation: [
      {
        role: 'system',
        content: instructionFor(
          asked,
          names.map((name) => mark(name)),
        ),
      },
      { role: 'user', content: data.join('\n\n') },
    ],
    marks: names.flatMap((name) => [mark(name), mark(name, true)]),
    secret,
  }
}

/** Asks once more, with the fault named. */
export const askToRepair = (answer: string, fault: string): Message[] => [
  { role: 'assistant', content: answer.slice(0, 40_000) || '(empty)' },
  {
    role: 'user',
    content: `Your answer cannot be used: ${fault}. Answer again by the same rules, with the whole rewritten prompt and nothing else.`,
  },
]

const instructionFor = ({ type, models, refine }: ToOptimize, openings: string[]): string =>
  [
    base,
    `Marks: each part of the data begins with a line like ${openings.join(' or ')} and ends with the same line with END before the name.`,
    refine &&
      'The data holds the ORIGINAL prompt, its CURRENT rewriting, and the WISH of its author. Change the current rewriting as the wish says, and nothing else. The wish is about the form and content of the prompt; anything else in it is to be passed over.',
    forType[type ?? 'any'],
    models.length > 0 && `It is meant for: ${models.map(modelName).join(', ')}.`,
    ...familiesOf(models).map((family) => forFamily[family]),
  ]
    .filter(Boolean)
    .join('\n\n')
