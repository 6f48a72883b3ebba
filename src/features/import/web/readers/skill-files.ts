import { isSkillPath, skillLimits } from '#core/skill.ts'
import type { TextFile } from '#features/posts/web/send-skill-files.ts'
import { importTexts } from '../texts.ts'
import type { Candidate, ReadProblem } from './candidate.ts'
import type { UnpackedFile } from './unzip.ts'

const isSkillMd = (path: string): boolean => /\/skill\.md$/i.test(path)

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** Returns a function that finds the folder of the skill that a file belongs to: the innermost one with a `SKILL.md`, or none. */
export const mapToSkillFolders = (files: readonly UnpackedFile[]) => {
  const folders = new Set(files.filter(({ path }) => isSkillMd(path)).map(({ path }) => folderOf(path)))
  return (path: string): string | undefined => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (folders.has(path.slice(0, end))) return path.slice(0, end)
    return undefined
  }
}

const HIDDEN = /(^|\/)(\.|__MACOSX\/|node_modules\/)/

/** Adds its files to a skill: texts with paths that the site accepts. Of the others, a warning has the names. */
export const addSkillFiles = async (
  skill: Candidate,
  files: readonly UnpackedFile[],
): Promise<Candidate | ReadProblem> => {
  const folder = folderOf(skill.location)
  const skillFiles: TextFile[] = []
  const left: string[] = []
  let bytes = 0
  for (const { path, read } of files) {
    const pathInSkill = path.slice(folder.length + 1).normalize()
    if (HIDDEN.test(pathInSkill)) continue
    const blob = await read()
    const content = blob.size <= skillLimits.fileBytes ? decodeUtf8(await blob.arrayBuffer()) : null
    if (content === null || !isSkillPath(pathInSkill)) {
      left.push(pathInSkill)
      continue
    }
    bytes += blob.size
    skillFiles.push({ path: pathInSkill, content })
    if (skillFiles.length > skillLimits.files || bytes > skillLimits.totalBytes)
      return { location: skill.location, reason: importTexts.skillTooLarge }
  }
  const warnings = left.length > 0 ? [importTexts.skillFilesLeftOut(left)] : []
  return { ...skill, skillFiles, warnings: [...skill.warnings, ...warnings] }
}

const decodeUtf8 = (bytes: ArrayBuffer): string | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
