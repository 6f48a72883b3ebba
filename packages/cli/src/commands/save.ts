import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Post, postPosts } from '@prompt-collection/client'
import { CliError, usageError } from '../cli-error.ts'
import { type Command, getText, getTexts } from '../command.ts'
import { cleanText, type PromptFields, parsePromptFile } from '../prompt-file.ts'
import { getPromptUrl } from '../prompt-reference.ts'
import { findTopic } from '../push-new.ts'
import { openSession, requireSignedIn } from '../session.ts'
import { readStdin } from '../terminal.ts'

const types = ['Text', 'Code', 'Image', 'Video', 'Audio'] as const

export const save: Command = {
  name: 'save',
  usage: '[FILE]',
  summary: 'Save a prompt from a file or from stdin, private unless you say --public',
  details: `The file can be a text, or Markdown with front matter as \`show --format markdown\` prints it. Saving the same prompt again within a day gives the same one.
  pbpaste | prompt-collection save --title "Release notes" --description "Writes release notes from commits"`,
  words: [0, 1],
  options: {
    title: { type: 'string', description: 'the title', value: 'TEXT' },
    description: { type: 'string', description: 'what the prompt is for', value: 'TEXT' },
    tag: { type: 'string', multiple: true, description: 'a tag; up to five', value: 'TAG' },
    model: { type: 'string', multiple: true, description: 'a model for which the prompt is', value: 'MODEL' },
    type: { type: 'string', description: 'what the model makes', value: types.join('|'), choices: types },
    public: { type: 'boolean', description: 'publish the prompt' },
    topic: { type: 'string', description: 'the topic of a public prompt', value: 'NAME' },
  },
  run: async ({ values, positionals: [file = '-'], terminal }) => {
    const session = await openSession({ site: getText(values, 'site') })
    requireSignedIn(session)
    const fields = { ...readFields(file === '-' ? await readStdin() : readText(file)), ...toOptions(values) }
    const { title, prompt, description = '', topic, visibility = 'private', ...others } = fields
    if (!title) throw usageError('The prompt has no title.', 'Add --title.')
    if (!description) throw usageError('The prompt has no description.', 'Add --description: what it is for.')
    if (!prompt) throw usageError('The prompt is empty.')
    const isPrivate = visibility === 'private'
    if (topic && isPrivate)
      throw usageError('A private prompt has no topic.', 'Add --public, or leave out --topic.')
    const body = {
      ...others,
      title,
      description,
      prompt,
      isPrivate,
      ...(topic && { topicId: await findTopic(session, topic) }),
    }
    const { data } = await postPosts({ ...session.api, body: { ...body, requestKey: toUuid(body) } })
    const url = getPromptUrl(session.site, data.id)
    terminal.print(`Saved as ${data.id}, ${isPrivate ? 'private' : 'public'}: ${url}`)
    terminal.printJson({ id: data.id, url, isPrivate, title: data.title })
  },
}

/** Returns a UUID (version 8, RFC 9562) of what is saved, so that a repeated request saves it once. */
const toUuid = (body: object): string => {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw usageError(`${file} cannot be read.`)
  }
}

/** A text without front matter is the prompt. */
const readFields = (text: string): Partial<PromptFields> => {
  const parsed = parsePromptFile(text)
  if (parsed?.origin && !parsed.origin.isWhole)
    throw new CliError('The file has only the beginning of the prompt.')
  return parsed?.fields ?? { prompt: cleanText(text) }
}

const toOptions = (values: Parameters<Command['run']>[0]['values']): Partial<PromptFields> => {
  const type = getText(values, 'type')
  const known = types.find((name) => name.toLowerCase() === type?.toLowerCase())
  if (type !== undefined && !known) throw usageError(`--type must be ${types.join(', ')}.`)
  const [title, description, topic] = ['title', 'description', 'topic'].map((name) => getText(values, name))
  const [tags, models] = [getTexts(values, 'tag'), getTexts(values, 'model')]
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(topic !== undefined && { topic }),
    ...(tags.length > 0 && { tags }),
    ...(models.length > 0 && { models }),
    ...(known && { type: known satisfies Post['type'] }),
    ...(values.public === true && { visibility: 'public' as const }),
  }
}
