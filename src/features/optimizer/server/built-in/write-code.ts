import { bagOf, firstOf, words } from './bag.ts'
import { findWording } from './languages/find-wording.ts'
import { addToJson, bullets, isAskedIn, layOut, numbered, type Section, variable } from './lay-out.ts'
import { type CodePart, codeParts } from './parts/code.ts'
import { missingOf } from './parts/part.ts'
import { isWorthOrdering, joinSentences, sectionsOf } from './sections-of.ts'
import { isTagged, shapeOf } from './shape.ts'

const ASKED = ['language', 'interfaces', 'edge cases', 'tests', 'constraints', 'format'] as const

type CodeKind = {
  words: readonly string[]
  role: string
  language: string
  steps: readonly string[]
  format: string
}

const kinds: readonly CodeKind[] = [
  {
    words: words(
      'fix, bug, debug, error, doesn t work, not working, broken, crash, crashes, failing, exception',
    ),
    role: 'a senior engineer who finds the cause before changing anything',
    language: 'as in the code',
    steps: [
      'Name the cause, with the line that shows it.',
      'Give the smallest change that removes it.',
      'Show how to check that it is gone.',
    ],
    format: 'the cause in two sentences, then the changed code',
  },
  {
    words: words('review, code review, reviewer, audit'),
    role: 'a careful reviewer who explains each remark',
    language: 'as in the code',
    steps: [
      'Look for errors, then for risks, then for what is hard to read.',
      'Say for each finding where it is, why it matters and how to mend it.',
    ],
    format: 'a list of findings, the most serious first',
  },
  {
    words: words(
      'refactor, clean up, optimize, simplify, rewrite, improve this code, convert, migrate, port',
    ),
    role: 'a senior engineer who changes structure and keeps behaviour',
    language: 'as in the code',
    steps: [
      'Say what makes the present code hard to change.',
      'Change it in small steps that each keep the behaviour.',
    ],
    format: 'the new code, then what changed and why',
  },
  {
    words: words('sql, query, database, schema, regex, regular expression, formula'),
    role: 'a database and data engineer',
    language: 'PostgreSQL 16',
    steps: [],
    format: 'one code block, then a line on each part that is not obvious',
  },
  {
    words: words(
      'website, web app, app, application, landing page, dashboard, game, extension, plugin, bot, page, component, platform',
    ),
    role: 'a senior full-stack engineer',
    language: 'TypeScript and React',
    steps: [
      'List screens, data and what each action does.',
      'Choose the simplest structure that carries it.',
      'Write it complete, without placeholders.',
    ],
    format: 'every file whole, each with its path, then how to run it',
  },
]

const usual: CodeKind = {
  words: [],
  role: 'a senior software engineer',
  language: 'Python 3',
  steps: [],
  format: 'one code block, then a short explanation of the decisions',
}

/** A prompt for a model that writes code: language, interfaces, edge cases, tests, form of the answer. */
export const writeCode = (text: string, asTags: boolean): string => {
  const bag = bagOf(text)
  const missing = missingOf(codeParts, text, bag)
  // Who plays a machine or a person in conversation has no tests to write.
  const isPlaying = /^\s{0,4}(?:i want you to act|act as)/i.test(text) && bag.includes(' reply')
  if (isPlaying) for (const part of ['tests', 'edge cases', 'interfaces'] as const) missing.delete(part)
  const wording = findWording(text)
  const kind = firstOf(bagOf(text.slice(0, 500)), kinds) ?? usual
  const asks = asksFor(kind)
  for (const part of ASKED) if (isAskedIn(text, asks[part][1])) missing.delete(part)
  const shape = shapeOf(text)
  const own = shape === 'prose' ? sectionsOf(text) : null
  if (own?.role.length) missing.delete('role')
  if (missing.size === 0 && !(own && isWorthOrdering(own))) return text
  const ask = (part: Exclude<CodePart, 'role'>) =>
    missing.has(part) && `${asks[part][0]}: ${variable(asks[part][1], asks[part][2])}`
  const open = ASKED.filter((part) => missing.has(part))
  if (shape === 'json')
    return addToJson(
      text,
      open.map((part) => [asks[part][1], variable(asks[part][1], asks[part][2])]),
    )
  const opening = missing.has('role')
    ? wording.role.replace('%', () =>
        wording.role.startsWith('You are') ? kind.role : variable('role', kind.role),
      )
    : ''
  if (!own) {
    const tags = asTags || isTagged(text)
    const added = layOut('', [{ heading: 'more', body: bullets(open.map(ask)) }], wording, tags)
    return [opening && tags ? `<role>\n${opening}\n</role>` : opening, text, added]
      .filter(Boolean)
      .join('\n\n')
  }
  const isFirst = missing.has('language') || missing.has('interfaces') || missing.has('tests')
  const sections: Section[] = [
    { heading: 'task', body: joinSentences(own.task) },
    { heading: 'context', body: bullets([ask('language'), ask('interfaces')]) },
    { heading: 'steps', body: isFirst && !isPlaying ? numbered(kind.steps) : '' },
    {
      heading: 'requirements',
      body: bullets([...own.requirements, ask('constraints'), ask('edge cases'), ask('tests')]),
    },
    { heading: 'output', body: bullets([...own.output, ask('format')]) },
    { heading: 'input', body: joinSentences(own.input) },
  ]
  return layOut(opening || joinSentences(own.role), sections, wording, asTags)
}

type Ask = readonly [label: string, name: string, value: string]

const asksFor = (kind: CodeKind): Record<Exclude<CodePart, 'role'>, Ask> => ({
  language: ['Language and version', 'language', kind.language],
  interfaces: ['Inputs and outputs', 'inputs_and_outputs', 'types, units and an example of each'],
  constraints: ['Constraints', 'constraints', 'standard library only, no breaking changes'],
  'edge cases': ['Edge cases', 'edge_cases', 'empty, very large and malformed input'],
  tests: ['Tests', 'tests', 'one for the usual case and one for each edge case'],
  format: ['Form of the answer', 'answer_format', kind.format],
})
