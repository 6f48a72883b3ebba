import { importTexts } from '../texts.ts'
import {
  type Candidate,
  createCandidate,
  isRecord,
  type ReadProblem,
  textOf,
  titleFromFileName,
} from './candidate.ts'
import { describeMessages, findMessages, isMessage } from './read-messages.ts'

type Found = (Candidate | ReadProblem)[]

/** The members under which files have their lists: the site's collections, prompts.chat, exports. */
const LISTS = ['posts', 'prompts', 'conversations', 'projects', 'items', 'data'] as const

/** Reads JSON of this site, of prompts.chat, of ChatGPT, of Claude, or the body of a request to OpenAI or Anthropic. */
export const readJson = (path: string, text: string): Found => {
  const value: unknown = JSON.parse(text)
  const list = Array.isArray(value)
    ? value
    : isRecord(value)
      ? LISTS.map((name) => value[name]).find(Array.isArray)
      : undefined
  if (list && !list.every(isMessage))
    return list.map((item, index) => readItem(`${path}, ${importTexts.entry(index + 1)}`, item, path))
  return [readItem(path, value, path)]
}

/** Reads a file with a JSON value on each line, such as the examples for fine-tuning. */
export const readJsonLines = (path: string, text: string): Found =>
  text.split(/\r\n|\n|\r/).flatMap((line, index): Found => {
    if (line.trim() === '') return []
    const location = `${path}, ${importTexts.line(index + 1)}`
    try {
      return [readItem(location, JSON.parse(line), path)]
    } catch {
      return [{ location, reason: importTexts.notJson }]
    }
  })

const readItem = (location: string, item: unknown, path: string): Candidate | ReadProblem => {
  if (isRecord(item)) {
    if (isRecord(item.mapping)) return readChatGptConversation(location, item, item.mapping)
    if (Array.isArray(item.chat_messages)) return readClaudeConversation(location, item, item.chat_messages)
    if ('prompt_template' in item) return readClaudeProject(location, item)
  }
  const messages = findMessages(item)
  if (messages) {
    const title = (isRecord(item) && textOf(item.title)) || titleFromFileName(path)
    return createCandidate(location, { title, ...describeMessages(messages) })
  }
  return isRecord(item) ? readRecord(location, item) : { location, reason: importTexts.notAPrompt }
}

/** Reads a post as this site and prompts.chat write it, also from a row of a CSV file. */
export const readRecord = (location: string, item: Record<string, unknown>): Candidate | ReadProblem => {
  const title = textOf(item.title) || textOf(item.act) || textOf(item.name)
  const prompt = textOf(item.prompt) || textOf(item.content)
  if (title === '' && prompt === '') return { location, reason: importTexts.notAPrompt }
  return createCandidate(location, {
    title,
    prompt,
    description: item.description,
    type: item.type,
    models: item.models,
    tags: item.tags,
    blanksIn: item.blanksIn,
    form: item.form,
    skill: item.skill,
    license: item.license ?? item.licence,
    sourceUrl: item.sourceUrl ?? item.basedOn,
    promptTruncated: item.promptTruncated,
    isForDevelopers: item.for_devs,
  })
}

/** A conversation is a tree of messages by id. Its first message of the member is the prompt. */
const readChatGptConversation = (
  location: string,
  item: Record<string, unknown>,
  mapping: Record<string, unknown>,
): Candidate | ReadProblem => {
  const messages = Object.values(mapping).flatMap((node) => {
    const message = isRecord(node) ? node.message : null
    if (!isRecord(message) || !isRecord(message.author) || message.author.role !== 'user') return []
    const content = isRecord(message.content) ? message.content : {}
    if (content.content_type === 'user_editable_context' || !Array.isArray(content.parts)) return []
    const text = content.parts.filter((part) => typeof part === 'string').join('\n\n')
    return text.trim() === '' ? [] : [{ text, at: Number(message.create_time ?? 0) }]
  })
  const [first] = messages.toSorted((one, other) => one.at - other.at)
  return createCandidate(location, {
    title: textOf(item.title),
    prompt: first?.text ?? '',
    isSuggested: false,
  })
}

const readClaudeConversation = (
  location: string,
  item: Record<string, unknown>,
  messages: readonly unknown[],
): Candidate | ReadProblem => {
  const first = messages.find(
    (message) => isRecord(message) && message.sender === 'human' && textOf(message.text) !== '',
  )
  const prompt = isRecord(first) ? textOf(first.text) : ''
  return createCandidate(location, { title: textOf(item.name), prompt, isSuggested: false })
}

/** The instructions of a project. Its documents stay behind. */
const readClaudeProject = (location: string, item: Record<string, unknown>): Candidate | ReadProblem =>
  createCandidate(location, {
    title: textOf(item.name),
    description: item.description,
    prompt: textOf(item.prompt_template),
    warnings: Array.isArray(item.docs) && item.docs.length > 0 ? [importTexts.documentsLeft] : [],
  })
