import { models as catalogue, type PostType } from '#features/catalogue/contract.ts'
import { bagOf, hasAny, words } from './bag.ts'
import { codeNouns, imageNouns, musicNouns, plainlyCode, videoNouns, writingKinds } from './requests/nouns.ts'
import { isOneOf, readRequest } from './requests/read-request.ts'

const categories = new Map(catalogue.map(({ id, category }) => [id, category]))

const PROGRAMMING = words(
  'python, javascript, typescript, java, c++, c#, golang, rust, php, ruby, kotlin, bash, powershell, sql, html, css, react, vue, angular, django, flask, node js, nodejs, regex',
).map((word) => word.replace(/[+#]/g, ''))
const DESCRIPTION_WORDS = new Set(
  words('of, for, with, in, from, on, at, over, showing, featuring, no, without,'),
)
const writingNouns = writingKinds.flatMap(({ nouns }) => nouns)
const CODE_VERBS = new Set(words('debug, refactor'))

/** The chosen type, else that of the first model, else the one that the request clearly names, else null. */
export const inferType = (
  type: PostType | null,
  models: readonly string[],
  prompt: string,
): PostType | null => type ?? categories.get(models[0] ?? '') ?? typeOfRequest(prompt)

const typeOfRequest = (prompt: string): PostType | null => {
  const request = readRequest(prompt)
  // `The image of women: an essay` and `a picture is worth a thousand words` do not request a picture.
  const isMedia =
    !request.isBare ||
    (DESCRIPTION_WORDS.has(request.after) &&
      !/^\s*the\b/i.test(prompt) &&
      !hasAny(bagOf(prompt), writingNouns))
  if (isMedia && isOneOf(request, imageNouns)) return 'Image'
  if (isMedia && isOneOf(request, videoNouns)) return 'Video'
  if (isMedia && isOneOf(request, musicNouns)) return 'Audio'
  const namesLanguage = hasAny(
    bagOf(prompt.slice(0, 200)),
    PROGRAMMING.filter((word) => word.length > 1),
  )
  if (CODE_VERBS.has(request.verb)) return 'Code'
  if (isOneOf(request, plainlyCode) || (namesLanguage && isOneOf(request, codeNouns))) return 'Code'
  return null
}
