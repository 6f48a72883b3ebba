import { type WritingKind, writingKinds } from './request-nouns.ts'
import { containsAnyWord, parseWordList, toNormalizedTokens } from './tokens.ts'

/** Returns the kind of writing that a request's verb or, if that names none, its object names. */
export const findWritingKind = (request: PromptRequest): WritingKind | undefined =>
  writingKinds.find(({ verbs }) => verbs.includes(request.verb)) ??
  writingKinds.find(({ nouns }) => isObjectOneOf(request, nouns))

const CONVERSATION = parseWordList(
  'my first, i will type, i will say, i will ask, i will tell, i will write, i will give you, i will provide, i ll say, you will reply, reply to me, ask me, roleplay, role play, role playing, chatbot, conversation with me, chat with me, let s play, only reply, reply only, only respond, respond only, act as, acting as, pretend, stay in character',
)

/** Returns whether the prompt starts a conversation, whose course determines the length and format of each answer. */
export const isConversation = (text: string): boolean =>
  containsAnyWord(toNormalizedTokens(text), CONVERSATION)

/**
 * The request parsed from a sentence: its verb and object, as far as they can be recognized with certainty.
 */
export type PromptRequest = {
  verb: string
  /**
   * The object up to its head noun, surrounded by spaces: ` short poem `. Empty if it cannot be recognized.
   */
  object: string
  /** The word after the object in the same clause. */
  nextWord: string
  /** Whether the request only names the result, without a verb: `a photo of a lighthouse`. */
  hasNoVerb: boolean
}

const MAX_READ = 300
const MAX_OBJECT_WORDS = 9

const POLITE =
  /^(?:(?:please|kindly|hi|hello|hey|can you|could you|would you|will you|i want you to|i need you to|i would like you to|i['’]?d like you to|help me(?: to)?|i want to|i need to)\b[\s,!]*){1,3}/i
const ASKS_FOR_OBJECT = /^(?:i(?: would|['’]?d)? (?:need|want|like)|give me|show me|make me|get me)\s+/i

const createVerbs = new Set(
  parseWordList(
    'write, create, compose, draft, make, generate, give, prepare, produce, craft, design, develop, build, implement, code, program, draw, paint, suggest, list, provide, come',
  ),
)
const DETERMINERS = new Set(
  parseWordList(
    'a, an, the, this, some, my, our, your, me, us, one, two, three, four, five, six, seven, eight, nine, ten, up, with',
  ),
)

const NEEDS_OBJECT = new Set(parseWordList('plan, edit'))

/** Words that end the object and begin its description. */
const OBJECT_END = new Set(
  parseWordList(
    'about, for, on, to, of, that, which, who, whose, where, when, with, without, in, from, by, as, at, into, and, or, but, so, if, like, using, titled, called, named, between, against, no, not, under, over, within, based, set, only, my, our, your, the, a, an, he, she, they, we, i, it, this, these, is, are, should, must, can, saying, announcing, asking, explaining, describing, inviting, telling, thanking, requesting, complaining, apologizing, apologising, declining, introducing, congratulating, comparing, summarizing, covering, highlighting, promoting, reminding, informing, confirming, featuring, showing, playing, reading, do, don, please, long, please, around, after, before, during, because, while, suitable, inspired, via, per',
  ),
)

/**
 * Parses the request at the beginning of a sentence: `Please write me a short poem about rain` has the object `short
 * poem`.
 */
export const parseRequest = (sentence: string): PromptRequest => {
  const start = sentence.slice(0, MAX_READ).trim().replace(POLITE, '')
  // Punctuation ends the object: `a poem, no rhymes`.
  const clause = start.split(/[.,;:!?\n()"“”{}—–$]/, 1)[0] ?? ''
  const clauseWords = clause
    .toLowerCase()
    .replace(ASKS_FOR_OBJECT, 'give ')
    .split(/[^\p{L}\p{N}\p{M}+#]+/u)
    .filter(Boolean)
  const [first = ''] = clauseWords
  const isCommand = createVerbs.has(first)
  const isNoun = DETERMINERS.has(first) || /^\d/.test(first)
  // `Plan B` and `Edit: …` are not commands.
  const second = clauseWords[1] ?? ''
  const isName = NEEDS_OBJECT.has(first) && !DETERMINERS.has(second) && !/^\d/.test(second)
  const rest = isCommand ? clauseWords.slice(1) : clauseWords
  let from = 0
  while (DETERMINERS.has(rest[from] ?? '') || /^\d+$/.test(rest[from] ?? '')) from += 1
  const end = rest.findIndex((word, index) => index >= from && OBJECT_END.has(word))
  const object = rest.slice(from, end < 0 ? rest.length : end)
  const hasObject = object.length > 0 && object.length <= MAX_OBJECT_WORDS
  return {
    verb: isNoun || isName ? '' : first,
    hasNoVerb: !isCommand,
    nextWord: rest[end] ?? '',
    object: hasObject ? ` ${object.join(' ')} ` : '',
  }
}

/** Returns whether the object ends in one of these nouns: `a short poem` is a poem, `a poem generator` is not. */
export const isObjectOneOf = ({ object }: PromptRequest, nouns: readonly string[]): boolean =>
  nouns.some((noun) => object.endsWith(` ${noun} `))
