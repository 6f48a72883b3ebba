/** A sentence exactly as written, and the whitespace before it. */
type Sentence = { text: string; gap: string }

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|no|approx|z\.b|d\.h|bzw|u\.s|st)\.$/i
const OPENING = '([{“«「'
const CLOSING = ')]}”»」'

/**
 * Splits prose into sentences, never inside quotation marks or brackets. Concatenated with their gaps, the
 * sentences yield the original text, apart from whitespace at its ends. Runs in linear time.
 */
const splitSentences = (text: string): Sentence[] => {
  const sentences: Sentence[] = []
  let start = 0
  let gap = ''
  let depth = 0
  let isQuoted = false
  const cutAt = (index: number) => {
    const sentence = text.slice(start, index).trim()
    if (sentence) sentences.push({ text: sentence, gap })
    const rest = text.slice(index, index + 400)
    gap = rest.slice(0, rest.search(/\S|$/))
    start = index + gap.length
  }
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index)
    if (char === '"') isQuoted = !isQuoted
    else if (OPENING.includes(char)) depth += 1
    else if (CLOSING.includes(char)) depth = Math.max(0, depth - 1)
    else if (char === '\n') {
      // An unclosed quotation or bracket ends at the end of its line.
      isQuoted = false
      depth = 0
      if (index >= start) cutAt(index)
      continue
    }
    if (depth > 0 || isQuoted) continue
    if (isEnd(text, index) && !ABBREVIATION.test(text.slice(Math.max(start, index - 8), index + 1)))
      cutAt(index + 1)
  }
  cutAt(text.length)
  return sentences
}

const isEnd = (text: string, index: number): boolean => {
  if ('。！？'.includes(text.charAt(index))) return true
  const isStop = /[.!?]["”)]?$/.test(text.slice(Math.max(0, index - 1), index + 1))
  return isStop && /^\s+[\p{Lu}\p{N}"“'¿¡(]/u.test(text.slice(index + 1, index + 6))
}

type SectionKind = 'role' | 'task' | 'requirements' | 'output' | 'input'

/**
 * Patterns for the beginnings of sentences that state a role, requirements, the output or the input. All
 * other sentences are the task.
 */
const STARTS: readonly (readonly [Exclude<SectionKind, 'task'>, RegExp])[] = [
  [
    'role',
    /^(?:i want you to (?:act|be|play)\b|(?:please )?(?:act|behave|pretend|imagine you|assume the role)\b|you are\b|you're\b|du bist\b|agis comme\b|tu es\b|actúa como\b|eres\b|você é\b|aja como\b)/i,
  ],
  [
    'requirements',
    /^(?:please )?(?:do not|don't|never|avoid|always|only|make sure|ensure|you must|you should (?:not|never|always)|you may not|must|keep (?:it|the|your)|limit|no |under no|vermeide|verwende (?:kein|nie)|évite|n'utilise|evita|no uses|não use|evite)/i,
  ],
  [
    'output',
    /^(?:please )?(?:(?:reply|respond|answer|return|output|format)(?: (?:it|only|everything|(?:the|your) (?:answer|reply|result|output)))? (?:in|with|as|only|using)\b|(?:your|the) (?:reply|replies|response|responses|answer|answers|output|result) (?:should|must|has|need)|write (?:it|the (?:answer|result|output)) (?:as|in)\b|antworte (?:auf|in|mit|nur)\b|réponds (?:en|avec)\b|responde (?:en|con)\b|responda (?:em|com)\b)/i,
  ],
  [
    'input',
    /^(?:my (?:first|current|next)\b|(?:here is|here's|here are) (?:my|the|our)\b|(?:text|input|context|code|data):)/i,
  ],
]

/**
 * Matches the beginnings of sentences that refer to the previous sentence and therefore stay in its section.
 */
const CONTINUES =
  /^(?:it|this|that|these|those|they|them|he|she|also|then|so|and|but|or|however|for example|for instance|e\.g|such|otherwise|if|therefore|additionally|instead|in addition|because|since|as such|likewise|next|finally|after|before|when|once|both|each|[-*•–]|\d{1,3}[.)])(?:\s|,|$)/i

type SentenceGroup = { kind: SectionKind; sentences: Sentence[] }

/**
 * Groups consecutive sentences of the same kind, in text order. Returns null if a kind occurs twice, because
 * its sentences could then only be grouped by moving them, or if no sentence would remain as the task.
 */
const groupSentences = (sentences: readonly Sentence[]): SentenceGroup[] | null => {
  const groups: SentenceGroup[] = []
  for (const [index, sentence] of sentences.entries()) {
    const last = groups.at(-1)
    const previous = last?.kind ?? 'task'
    const kind = CONTINUES.test(sentence.text) ? previous : kindOf(sentence, index, previous)
    if (last?.kind === kind) last.sentences.push(sentence)
    else groups.push({ kind, sentences: [sentence] })
  }
  const kinds = groups.map(({ kind }) => kind)
  return kinds.includes('task') && new Set(kinds).size === kinds.length ? groups : null
}

const kindOf = ({ text }: Sentence, index: number, previous: SectionKind): SectionKind => {
  // The end of the input is unknown, so every later sentence belongs to it.
  if (previous === 'input') return 'input'
  const kind = STARTS.find(([, start]) => start.test(text))?.[0] ?? 'task'
  // The first sentence is either the role or the task; no other sentence can be the role.
  return (kind === 'role') === (index === 0) ? kind : 'task'
}

/** Consecutive sentences by the author that belong under one heading. */
export type AuthorSection = { kind: SectionKind; sentences: Sentence[] }

/**
 * Matches phrases that may introduce quoted or pasted text. The end of that text is unknown, so such a prompt is not
 * split into sections.
 */
const INTRODUCES =
  /:(?:\s|$)|\b(?:following|below|this (?:text|email|message|paragraph|sentence|article))\b/im

/**
 * Groups the author's sentences into sections without changing their order. Returns a single section, the
 * task, when the prompt quotes other text, when its quotation marks are unbalanced, or when grouping would
 * reorder sentences.
 */
export const splitIntoSections = (text: string, isOneTask = false): AuthorSection[] => {
  const sentences = splitSentences(text)
  const isPaired = text.split('\n').every((line) => line.split('"').length % 2 === 1)
  const sections = isPaired && !isOneTask && groupSentences(sentences)
  if (!sections) return oneTask(sentences)
  const hasPastedText = sections.some(
    ({ kind, sentences: own }) => kind !== 'input' && own.some((sentence) => INTRODUCES.test(sentence.text)),
  )
  return hasPastedText ? oneTask(sentences) : sections
}

/** Returns the author's sentences that state the task. */
export const findTask = (text: string): string =>
  joinSentences(splitIntoSections(text).find(({ kind }) => kind === 'task')?.sentences ?? [])

const oneTask = (sentences: Sentence[]): AuthorSection[] => [{ kind: 'task', sentences }]

/**
 * Joins sentences back into prose. Keeps the author's line breaks and adds no spaces in scripts that have
 * none.
 */
export const joinSentences = (sentences: readonly Sentence[]): string =>
  sentences.map(({ text, gap }, index) => (index === 0 ? text : `${separatorOf(gap)}${text}`)).join('')

const separatorOf = (gap: string): string => gap.replace(/[^\n]/g, '') || (gap && ' ')
