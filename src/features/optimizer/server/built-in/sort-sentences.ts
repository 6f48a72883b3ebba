import type { Sentence } from './sentences.ts'

export type Place = 'role' | 'task' | 'requirements' | 'output' | 'input'

/**
 * Beginnings of sentences that state a role, requirements, the output or the input. All others are the task.
 */
const STARTS: readonly (readonly [Exclude<Place, 'task'>, RegExp])[] = [
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

/** Beginnings of sentences that refer to the previous one and stay in its section. */
const CONTINUES =
  /^(?:it|this|that|these|those|they|them|he|she|also|then|so|and|but|or|however|for example|for instance|e\.g|such|otherwise|if|therefore|additionally|instead|in addition|because|since|as such|likewise|next|finally|after|before|when|once|both|each|[-*•–]|\d{1,3}[.)])(?:\s|,|$)/i

type SentenceGroup = { place: Place; sentences: Sentence[] }

/**
 * Groups consecutive sentences of the same kind in text order. Returns null if a kind occurs twice, because
 * its sentences could then only be grouped by moving them, or if no sentence would remain as the task.
 */
export const sortSentences = (sentences: readonly Sentence[]): SentenceGroup[] | null => {
  const groups: SentenceGroup[] = []
  for (const [index, sentence] of sentences.entries()) {
    const last = groups.at(-1)
    const previous = last?.place ?? 'task'
    const place: Place =
      index > 0 && CONTINUES.test(sentence.text) ? previous : kindOf(sentence, index, previous)
    if (last?.place === place) last.sentences.push(sentence)
    else groups.push({ place, sentences: [sentence] })
  }
  const kinds = groups.map(({ place }) => place)
  return kinds.includes('task') && new Set(kinds).size === kinds.length ? groups : null
}

const kindOf = ({ text }: Sentence, index: number, previous: Place): Place => {
  // The end of the input is unknown, so every later sentence belongs to it.
  if (previous === 'input') return 'input'
  const kind = STARTS.find(([, start]) => start.test(text))?.[0] ?? 'task'
  // The first sentence is the role or the task, and only the first sentence can be the role.
  return (kind === 'role') === (index === 0) ? kind : 'task'
}
