import { objectIsOneOf, parseRequest } from './parse-request.ts'
import type { PromptType } from './prompt-type.ts'
import {
  codeNouns,
  imageNouns,
  musicNouns,
  unambiguousCodeNouns,
  videoNouns,
  writingKinds,
} from './request-nouns.ts'
import { containsAny, normalizedTokens, wordList } from './tokens.ts'

const PROGRAMMING = wordList(
  'python, javascript, typescript, java, c++, c#, golang, rust, php, ruby, kotlin, bash, powershell, sql, html, css, react, vue, angular, django, flask, node js, nodejs, regex',
).map((word) => word.replace(/[+#]/g, ''))
const DESCRIPTION_WORDS = new Set(
  wordList('of, for, with, in, from, on, at, over, showing, featuring, no, without,'),
)
const writingNouns = writingKinds.flatMap(({ nouns }) => nouns)
const CODE_VERBS = new Set(wordList('debug, refactor'))

/** Returns the chosen type if there is one, otherwise the type that the request clearly names, otherwise null. */
export const inferType = (type: PromptType | null, prompt: string): PromptType | null =>
  type ?? typeOfRequest(prompt)

const typeOfRequest = (prompt: string): PromptType | null => {
  const request = parseRequest(prompt)
  // `The image of women: an essay` and `a picture is worth a thousand words` do not request a picture.
  const isMedia =
    !request.hasNoVerb ||
    (DESCRIPTION_WORDS.has(request.nextWord) &&
      !/^\s*the\b/i.test(prompt) &&
      !containsAny(normalizedTokens(prompt), writingNouns))
  if (isMedia && objectIsOneOf(request, imageNouns)) return 'Image'
  if (isMedia && objectIsOneOf(request, videoNouns)) return 'Video'
  if (isMedia && objectIsOneOf(request, musicNouns)) return 'Audio'
  const namesLanguage = containsAny(
    normalizedTokens(prompt.slice(0, 200)),
    PROGRAMMING.filter((word) => word.length > 1),
  )
  if (CODE_VERBS.has(request.verb)) return 'Code'
  if (objectIsOneOf(request, unambiguousCodeNouns) || (namesLanguage && objectIsOneOf(request, codeNouns)))
    return 'Code'
  return null
}
