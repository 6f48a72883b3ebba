import type { TextPromptPart } from './parts/text-and-code-parts.ts'
import { parseWordList } from './tokens.ts'

type BlankPart = Exclude<TextPromptPart, 'role' | 'constraints' | 'context'>

/**
 * A kind of writing that a request can name. `role` is empty if no profession fits; `asks` lists the relevant blanks.
 */
export type WritingKind = {
  nouns: readonly string[]
  verbs: readonly string[]
  role: string
  blanks: readonly BlankPart[]
  /**
   * Whether the request may be followed by the text to work on, in which case the prompt's sentences are not regrouped.
   */
  worksOnText: boolean
}

const kind = (
  role: string,
  asks: readonly BlankPart[],
  nouns: string,
  options: { verbs?: string; worksOnText?: boolean } = {},
): WritingKind => ({
  role,
  blanks: asks,
  nouns: parseWordList(nouns).filter(Boolean),
  verbs: parseWordList(options.verbs ?? '').filter(Boolean),
  worksOnText: options.worksOnText ?? false,
})

export const writingKinds: readonly WritingKind[] = [
  kind(
    'a poet',
    ['tone', 'length'],
    'poem, poems, haiku, haikus, sonnet, limerick, ballad, ode, verse, rhyme',
  ),
  kind('a songwriter', ['tone', 'length'], 'song lyrics, lyrics, song'),
  kind(
    'a storyteller',
    ['audience', 'tone', 'length'],
    'story, stories, short story, bedtime story, fairy tale, tale, fable, novel',
  ),
  kind('a speechwriter', ['tone', 'length'], 'speech, toast, eulogy, keynote'),
  kind(
    'a copywriter',
    ['audience', 'tone', 'length'],
    'product description, product descriptions, ad copy, advert, advertisement, slogan, slogans, tagline, taglines, sales page',
  ),
  kind(
    'a social media editor',
    ['audience', 'tone'],
    'tweet, tweets, linkedin post, instagram post, instagram caption, facebook post, caption, captions, social media post, social media posts',
  ),
  kind(
    'an experienced writer of letters and emails',
    ['tone', 'length'],
    'email, emails, e mail, mail, letter, letters, newsletter, invitation',
  ),
  kind('an experienced recruiter', ['tone', 'length'], 'resume, cv, job description, job posting, job ad'),
  kind('an experienced cook', ['format'], 'recipe, recipes'),
  kind(
    'an experienced quiz writer',
    ['audience', 'format'],
    'quiz, quiz questions, trivia questions, flashcards',
  ),
  kind('a careful planner', ['format'], 'plan, itinerary, schedule, roadmap, agenda', { verbs: 'plan' }),
  kind('a creative partner', ['format'], 'ideas, suggestions, names', { verbs: 'brainstorm' }),
  kind('a careful analyst', ['format', 'length'], 'analysis, comparison, swot analysis', {
    verbs: 'analyze, analyse, compare, evaluate',
  }),
  kind(
    'an experienced writer',
    ['audience', 'tone', 'length'],
    'essay, article, articles, blog post, blog article',
  ),
  kind('a teacher who explains clearly', ['audience', 'format', 'length'], 'lesson, tutorial', {
    verbs: 'teach',
  }),
  kind('', ['audience', 'format', 'length'], '', { verbs: 'explain' }),
  kind('an editor who finds what matters', ['format', 'length'], 'summary, summaries', {
    verbs: 'summarize, summarise, condense',
    worksOnText: true,
  }),
  kind('an experienced translator', [], 'translation', { verbs: 'translate', worksOnText: true }),
  kind('a careful editor', [], '', {
    verbs: 'proofread, rephrase, paraphrase, rewrite, revise, edit',
    worksOnText: true,
  }),
]

/** Returns the sentence that assigns the role, or an empty string. */
export const getRoleSentence = ({ role }: WritingKind): string => (role ? `You are ${role}.` : '')
export const CODE_ROLE_SENTENCE = 'You are an experienced software engineer.'

export const unitNouns = parseWordList(
  'function, functions, method, class, script, program, module, library, parser, algorithm, endpoint, hook, cli, command line tool, middleware, decorator',
)
export const codeNouns = [
  ...unitNouns,
  ...parseWordList(
    'sql query, query, regex, regular expression, unit tests, unit test, component, react component, api, rest api, dockerfile, makefile, web app, web application, app, website, web page, landing page, browser extension, stored procedure, cron job, stylesheet',
  ),
]
/** Nouns that indicate code even if the prompt names no programming language. */
export const unambiguousCodeNouns = parseWordList(
  'sql query, regex, regular expression, unit tests, unit test, react component, rest api, dockerfile, makefile, stored procedure, command line tool',
)
export const imageNouns = parseWordList(
  'photo, photograph, picture, image, illustration, painting, portrait, drawing, logo, icon, wallpaper, sketch, render, 3d render',
)
export const videoNouns = parseWordList(
  'video, video clip, clip, footage, timelapse, time lapse, drone shot, animation',
)
export const musicNouns = parseWordList(
  'beat, lo fi beat, lofi beat, melody, soundtrack, jingle, instrumental, background music, music, track, ambient track',
)
