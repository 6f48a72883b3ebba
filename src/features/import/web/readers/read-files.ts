import { importTexts } from '../texts.ts'
import { type Candidate, collect, type ReadProblem, type ReadResult } from './candidate.ts'
import { readJson, readJsonLines } from './read-json.ts'
import { readMarkdown, readPromptFile, readSkill, readText } from './read-markdown.ts'
import { readTable } from './read-table.ts'
import { readDotprompt, readPromptfoo } from './read-templates.ts'
import { addSkillFiles, mapToSkillFolders } from './skill-files.ts'
import { type UnpackedFile, UnreadableArchiveError, unzip } from './unzip.ts'

/** The largest file that is read as a whole. Exports of conversations are the largest. */
const MAX_FILE_BYTES = 100_000_000
/** More posts than that are more than anybody looks through. */
export const MAX_CANDIDATES = 2_000
const MAX_FILES = 2_000

export type ChosenFile = { path: string; blob: Blob }

type Reader = (path: string, text: string) => Candidate | ReadProblem | (Candidate | ReadProblem)[]

/** The first reader whose pattern matches the path reads the file. */
const readers: readonly (readonly [pattern: RegExp, read: Reader])[] = [
  [/(^|\/)skill\.md$/i, readSkill],
  [/\.prompt\.md$/i, readPromptFile],
  [/\.prompt$/i, readDotprompt],
  [/\.(md|markdown)$/i, readMarkdown],
  [/\.ya?ml$/i, readPromptfoo],
  [/\.(jsonl|ndjson)$/i, readJsonLines],
  [/\.json$/i, readJson],
  [/\.(csv|tsv)$/i, readTable],
  [/\.txt$/i, readText],
]

/**
 * Files in folders that come with others and are no prompts. Editors and agents have prompts and skills in hidden folders.
 */
const IGNORED =
  /\/(readme|license|licence|changelog|contributing)(\.[a-z]+)?$|\/(\.(?!(agents|claude|github)\/(skills|prompts|commands)\/)[^/]+|__MACOSX|node_modules)(\/|$)/i

/** Reads the posts that files describe, of an archive those of the files in it. Never throws because of a file. */
export const readFiles = async (files: readonly ChosenFile[]): Promise<ReadResult> => {
  const found: (Candidate | ReadProblem)[] = []
  if (files.length > MAX_FILES)
    return { candidates: [], problems: [{ location: '', reason: importTexts.tooManyFiles(MAX_FILES) }] }
  const isArchive = ({ path }: ChosenFile) => /\.zip$/i.test(path)
  for (const { path, blob } of files.filter(isArchive)) found.push(...(await readArchive(path, blob)))
  const others = files.filter((file) => !isArchive(file))
  found.push(...(await readTogether(others.map(({ path, blob }) => ({ path, read: async () => blob })))))
  const result = collect(found)
  if (result.candidates.length <= MAX_CANDIDATES) return result
  return {
    candidates: result.candidates.slice(0, MAX_CANDIDATES),
    problems: [...result.problems, { location: '', reason: importTexts.tooManyPosts(MAX_CANDIDATES) }],
  }
}

/** Reads files that were chosen together, or are in one archive. What is in the folder of a skill belongs to it. */
const readTogether = async (files: readonly UnpackedFile[]): Promise<(Candidate | ReadProblem)[]> => {
  const found: (Candidate | ReadProblem)[] = []
  const findSkillFolder = mapToSkillFolders(files)
  for (const { path, read } of files) {
    const reader = readers.find(([pattern]) => pattern.test(path))?.[1]
    if (!reader || IGNORED.test(path)) continue
    const folder = findSkillFolder(path)
    if (reader !== readSkill) {
      if (folder === undefined) found.push(...(await readFile(reader, path, await read())))
      continue
    }
    const others = files.filter(
      (file) => file.path !== path && folder && findSkillFolder(file.path) === folder,
    )
    for (const item of await readFile(reader, path, await read()))
      found.push('fields' in item ? await addSkillFiles(item, others) : item)
  }
  return found
}

const readFile = async (read: Reader, path: string, blob: Blob): Promise<(Candidate | ReadProblem)[]> => {
  if (blob.size > MAX_FILE_BYTES) return [{ location: path, reason: importTexts.tooLarge }]
  const text = decode(await blob.arrayBuffer())
  if (text === null) return [{ location: path, reason: importTexts.notText }]
  try {
    return [read(path, text)].flat()
  } catch {
    return [{ location: path, reason: importTexts.unreadable }]
  }
}

const readArchive = async (path: string, archive: Blob): Promise<(Candidate | ReadProblem)[]> => {
  try {
    const files = await unzip(archive)
    // An archive in an archive is not opened, so that its size stays bounded.
    return await readTogether(files.map((file) => ({ ...file, path: `${path}/${file.path}` })))
  } catch (error) {
    if (!(error instanceof UnreadableArchiveError)) throw error
    return [{ location: path, reason: error.message }]
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. Returns null if the bytes are neither. */
const decode = (bytes: ArrayBuffer): string | null => {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
