import { parse } from 'yaml'
import { importTexts } from '../texts.ts'
import {
  type Candidate,
  createCandidate,
  isRecord,
  type ReadProblem,
  textOf,
  titleFromFileName,
} from './candidate.ts'
import { splitFrontMatter } from './read-markdown.ts'
import { describeMessages, parseMessages } from './read-messages.ts'

/** The longest value of a test that becomes the default of a blank; longer ones are data. */
const MAX_DEFAULT_LENGTH = 100

/**
 * Writes the variables of a template as blanks with their defaults. Handlebars and Nunjucks write a variable as the site
 * writes a blank, `{{name}}`.
 */
const fillDefaults = (body: string, defaults: Record<string, unknown>): string =>
  body.replace(/(?<!\\)\{\{\s*(\w+)\s*\}\}/g, (written, name: string) => {
    const value = Object.hasOwn(defaults, name) ? String(defaults[name] ?? '') : ''
    const isUsable = value !== '' && value.length <= MAX_DEFAULT_LENGTH && !/[{}\r\n|]/.test(value)
    return isUsable ? `\${${name}:${value}}` : written
  })

/** Returns whether a template has tags that are no variables, such as conditions, which the site keeps as text. */
const hasLogic = (body: string): boolean => /\{\{\s*[#/^>]|\{\{\s*(media|history|section)\b|\{%/.test(body)

/** Reads a Dotprompt file. A backslash makes a tag text in Handlebars as on the site. */
export const readDotprompt = (path: string, text: string): Candidate | ReadProblem => {
  const { fields, body } = splitFrontMatter(text)
  const input = isRecord(fields.input) ? fields.input : {}
  const metadata = isRecord(fields.metadata) ? fields.metadata : {}
  // An empty comment separates backslashes and braces from a tag. One of the backslashes escapes the comment.
  const plain = body
    .replace(/\\(\\+)\{\{!\}\}/g, '$1')
    .replaceAll('{{!}}', '')
    .replaceAll('<< <dotprompt:', '<<<dotprompt:')
  return createCandidate(path, {
    title: textOf(metadata.title) || titleFromFileName(textOf(fields.name) || path),
    prompt: fillDefaults(plain, isRecord(input.default) ? input.default : {}),
    form: /^\{\{role "/m.test(plain) ? 'messages' : 'prompt',
    description: fields.description,
    license: metadata.license,
    sourceUrl: metadata.basedOn,
    promptTruncated: metadata.truncated,
    warnings: hasLogic(plain) ? [importTexts.templateLogic] : [],
  })
}

/** Reads the prompts of a promptfoo configuration. */
export const readPromptfoo = (path: string, text: string): (Candidate | ReadProblem)[] => {
  const config: unknown = parse(text)
  const prompts = isRecord(config) && Array.isArray(config.prompts) ? config.prompts : null
  if (!isRecord(config) || !prompts) return [{ location: path, reason: importTexts.noPrompts }]
  const [test, ...others] = Array.isArray(config.tests) ? config.tests : []
  const vars = others.length === 0 && isRecord(test) && isRecord(test.vars) ? test.vars : {}
  // A value that only names its variable, which the site writes for a blank without a default.
  const defaults = Object.fromEntries(Object.entries(vars).filter(([name, value]) => value !== `<${name}>`))
  return prompts.map((item, index) => {
    const location = prompts.length > 1 ? `${path}, ${importTexts.promptNumber(index + 1)}` : path
    const written = isRecord(item) ? textOf(item.raw) || textOf(item.id) : textOf(item)
    if (/^(file|exec|https?|langfuse|portkey|helicone):/i.test(written))
      return { location, reason: importTexts.otherFile }
    const label = isRecord(item) ? textOf(item.label) : ''
    const title = label || textOf(config.description) || titleFromFileName(path)
    const messages = /^\s*[[{]/.test(written) ? parseMessages(written) : null
    const described = messages && describeMessages(messages)
    const body = (described?.prompt ?? written).replace(/\{\{ "(.)" \}\}/g, '$1')
    return createCandidate(location, {
      title,
      prompt: fillDefaults(body, defaults),
      form: described?.form,
      warnings: [...(described?.warnings ?? []), ...(hasLogic(body) ? [importTexts.templateLogic] : [])],
    })
  })
}
