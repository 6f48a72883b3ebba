import { isObjectOneOf, parseRequest } from './parse-request.ts'
import type { PromptType } from './prompt-type.ts'
import {
  codeNouns,
  imageNouns,
  musicNouns,
  unambiguousCodeNouns,
  videoNouns,
  writingKinds,
} from './request-nouns.ts'
import { containsAnyWord, parseWordList, toNormalizedTokens } from './tokens.ts'

const PROGRAMMING = parseWordList(
  'python, javascript, typescript, java, golang, rust, php, ruby, kotlin, bash, powershell, sql, html, css, react, vue, angular, django, flask, node js, nodejs, regex',
)
/** C++ and C#, whose signs the normalized tokens do not have. */
const C_LANGUAGE = /\bc(?:\+\+|#)/i
const DESCRIPTION_WORDS = new Set(
  parseWordList('of, for, with, in, from, on, at, over, showing, featuring, no, without,'),
)
const writingNouns = writingKinds.flatMap(({ nouns }) => nouns)
const CODE_VERBS = new Set(parseWordList('debug, refactor'))

/**
 * Returns the chosen type if there is one, otherwise the type that the request clearly names, or null if it
 * names none.
 */
export const inferPromptType = (type: PromptType | null, prompt: string): PromptType | null =>
  type ?? typeOfRequest(prompt)

const typeOfRequest = (prompt: string): PromptType | null => {
  const request = parseRequest(prompt)
  // `The image of women: an essay` and `a picture is worth a thousand words` do not request a picture.
  const isMedia =
    !request.hasNoVerb ||
    (DESCRIPTION_WORDS.has(request.nextWord) &&
      !/^\s*the\b/i.test(prompt) &&
      !containsAnyWord(toNormalizedTokens(prompt), writingNouns))
  if (isMedia && isObjectOneOf(request, imageNouns)) return 'Image'
  if (isMedia && isObjectOneOf(request, videoNouns)) return 'Video'
  if (isMedia && isObjectOneOf(request, musicNouns)) return 'Audio'
  const beginning = prompt.slice(0, 200)
  const namesLanguage =
    containsAnyWord(toNormalizedTokens(beginning), PROGRAMMING) || C_LANGUAGE.test(beginning)
  if (CODE_VERBS.has(request.verb)) return 'Code'
  if (isObjectOneOf(request, unambiguousCodeNouns) || (namesLanguage && isObjectOneOf(request, codeNouns)))
    return 'Code'
  return null
}
