import type { Sentence } from './sentences.ts'

export type Place = 'role' | 'task' | 'requirements' | 'output' | 'input'

/** Sentences that begin so say who, what not, how to answer, or what with. The rest is the task. */
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

/** A sentence that leans on the one before it stays with it. */
const LEANS =
  /^(?:it|this|that|these|those|they|them|he|she|also|then|so|and|but|or|however|for example|for instance|e\.g|such|otherwise|if|therefore|additionally|instead|in addition|because|since|as such|likewise|next|finally|after|before|when|once|both|each|[-*•–]|\d{1,3}[.)])(?:\s|,|$)/i

type Run = { place: Place; sentences: Sentence[] }

/**
 * Consecutive sentences of one sort, in the order of the text. `null` where a sort comes back after another, so that its
 * sentences could not stand together without being moved, and where nothing would be left as the task.
 */
export const sortSentences = (sentences: readonly Sentence[]): Run[] | null => {
  const runs: Run[] = []
  for (const [at, sentence] of sentences.entries()) {
    const last = runs.at(-1)
    const before = last?.place ?? 'task'
    const place: Place = at > 0 && LEANS.test(sentence.text) ? before : placeOf(sentence, at, before)
    if (last?.place === place) last.sentences.push(sentence)
    else runs.push({ place, sentences: [sentence] })
  }
  const places = runs.map(({ place }) => place)
  return places.includes('task') && new Set(places).size === places.length ? runs : null
}

const placeOf = ({ text }: Sentence, at: number, before: Place): Place => {
  // What follows the input is part of it: nobody knows where it ends.
  if (before === 'input') return 'input'
  const found = STARTS.find(([, start]) => start.test(text))?.[0] ?? 'task'
  // A prompt begins with who the model is or with its task, and says who it is at the beginning only.
  return (found === 'role') === (at === 0) ? found : 'task'
}
