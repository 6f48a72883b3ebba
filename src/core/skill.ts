/** A file of a skill besides `SKILL.md`. Its text is stored under its SHA-256 in hexadecimal digits. */
export type SkillFile = { path: string; sha256: string; size: number }

/** What a skill has besides the fields of its post (https://agentskills.io/specification). */
export type Skill = {
  name: string
  compatibility: string
  allowedTools: string
  metadata: Record<string, string>
  files: SkillFile[]
}

export const SKILL_MD = 'SKILL.md'

export const skillLimits = {
  name: 64,
  description: 1_024,
  compatibility: 500,
  allowedTools: 1_000,
  metadataEntries: 20,
  metadataKey: 64,
  metadataValue: 500,
  files: 100,
  fileBytes: 1024 * 1024,
  /** The bytes of all files of a skill. */
  totalBytes: 5 * 1024 * 1024,
  path: 200,
  pathDepth: 8,
} as const

export const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const EMPTY_SKILL: Skill = { name: '', compatibility: '', allowedTools: '', metadata: {}, files: [] }

/** Writes a skill as the text that its post stores. */
export const writeSkill = (skill: Skill): string => JSON.stringify(skill, null, 1)

/** Reads the skill of a post, or of a form in which it is not complete yet. */
export const readSkill = (text: string): Skill => {
  try {
    return { ...EMPTY_SKILL, ...(JSON.parse(text) as Partial<Skill>) }
  } catch {
    return EMPTY_SKILL
  }
}

const SEGMENT = /^(?![. ])[^\p{C}\\:*?"<>|]*[^\p{C}\\:*?"<>|. ]$/u
/** Hidden files, and devices of Windows, in any folder and with any ending. */
const RESERVED = /^(\.|(con|prn|aux|nul|com\d|lpt\d)(\.|$))/
/** The bytes that Linux allows in the name of a file. */
const MAX_SEGMENT_BYTES = 255

/**
 * Returns whether a file can have this path in every file system: relative, without `..`, hidden files, backslashes and
 * other characters and names that Windows does not allow, and not that of `SKILL.md` or below it.
 */
export const isSkillPath = (path: string): boolean => {
  const segments = path.split('/')
  return (
    path.length <= skillLimits.path &&
    segments.length <= skillLimits.pathDepth &&
    segments.every(isSkillFileName) &&
    toComparablePath(segments[0] ?? '') !== toComparablePath(SKILL_MD)
  )
}

const isSkillFileName = (name: string): boolean =>
  SEGMENT.test(name) &&
  !RESERVED.test(toComparablePath(name)) &&
  new TextEncoder().encode(name).length <= MAX_SEGMENT_BYTES

/** Paths that are one in some file system are equal. */
const toComparablePath = (path: string): string => path.normalize('NFKC').toLowerCase()

/** Returns a path that another file has too, or that is also a folder; undefined if there is none. */
export const findPathConflict = (paths: readonly string[]): string | undefined => {
  const taken = new Set<string>()
  const folders = new Set<string>()
  for (const path of paths) {
    const comparable = toComparablePath(path)
    if (taken.has(comparable)) return path
    taken.add(comparable)
    for (let end = comparable.indexOf('/'); end >= 0; end = comparable.indexOf('/', end + 1))
      folders.add(comparable.slice(0, end))
  }
  return paths.find((path) => folders.has(toComparablePath(path)))
}

/** The front matter of `SKILL.md`. */
export type FrontMatter = {
  name: string
  description: string
  license?: string
  compatibility?: string
  metadata?: Record<string, string>
  'allowed-tools'?: string
}

/** Returns the front matter of a skill from what it has and from the fields of its post. */
export const toFrontMatter = (
  { name, compatibility, allowedTools, metadata }: Skill,
  { description, license, sourceUrl }: { description: string; license: string; sourceUrl: string },
): FrontMatter => {
  const named = { ...metadata, ...(sourceUrl && { basedOn: metadata.basedOn ?? sourceUrl }) }
  return {
    name,
    description: description.replace(/\s+/g, ' ').trim(),
    ...(license !== 'unspecified' && { license }),
    ...(compatibility && { compatibility }),
    ...(Object.keys(named).length > 0 && { metadata: named }),
    ...(allowedTools && { 'allowed-tools': allowedTools }),
  }
}

/** Names that YAML, in one of its versions, reads as a number, a date, a truth value or nothing. */
const NO_TEXT_IN_YAML = /^(\d.*|null|true|false|yes|no|on|off|y|n)$/

/** Writes `SKILL.md`. Its front matter is YAML whose values are written as JSON, and names bare where they can be. */
export const renderSkillMd = (frontMatter: FrontMatter, body: string): string => {
  const lines = Object.entries(frontMatter).flatMap(([key, value]) =>
    typeof value === 'string'
      ? `${key}: ${key === 'name' && !NO_TEXT_IN_YAML.test(value) ? value : JSON.stringify(value)}`
      : [
          `${key}:`,
          ...Object.entries(value).map(
            (entry) => `  ${entry.map((text) => JSON.stringify(text)).join(': ')}`,
          ),
        ],
  )
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`
}
