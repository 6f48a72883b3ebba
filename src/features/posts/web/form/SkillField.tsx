import { type ChangeEvent, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { readSkill, SKILL_MD, type Skill, type SkillFile, writeSkill } from '#core/skill.ts'
import { ApiError, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { formatBytes } from '#web/kit/format-bytes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { sendSkillFiles, type TextFile } from '../send-skill-files.ts'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/** The front matter and the files of a skill. Its code is loaded when a skill is written. */
const SkillField = () => {
  const { control } = useFormContext<PostValues>()
  const { field, fieldState } = useController({ control, name: 'skill' })
  const skill = readSkill(field.value)
  const latest = useRef(skill)
  latest.current = skill
  const change = (values: Partial<Skill>) => field.onChange(writeSkill({ ...latest.current, ...values }))
  return (
    <fieldset className="flex min-w-0 flex-col gap-5 rounded-lg border p-4">
      <legend className="px-1 text-sm font-medium">{postFormTexts.skill}</legend>
      <p className="text-sm">{postFormTexts.skillPublic}</p>
      <TextField
        label={postFormTexts.skillName}
        hint={postFormTexts.skillNameHint}
        value={skill.name}
        autoComplete="off"
        spellCheck={false}
        aria-required
        error={fieldState.error?.message}
        ref={field.ref}
        onBlur={field.onBlur}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={postFormTexts.compatibility}
        hint={postFormTexts.compatibilityHint}
        value={skill.compatibility}
        autoComplete="off"
        onChange={({ target }) => change({ compatibility: target.value })}
      />
      <TextField
        label={postFormTexts.allowedTools}
        hint={postFormTexts.allowedToolsHint}
        value={skill.allowedTools}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => change({ allowedTools: target.value })}
      />
      <MetadataField metadata={skill.metadata} onChange={(metadata) => change({ metadata })} />
      <FilesField files={skill.files} onChange={(files) => change({ files })} />
    </fieldset>
  )
}

type MetadataProps = { metadata: Skill['metadata']; onChange(metadata: Skill['metadata']): void }

const toLines = (metadata: Skill['metadata']): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')

const parseLines = (text: string): Skill['metadata'] =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [key = '', ...rest] = line.split(':')
      return key.trim() && rest.length > 0 ? [[key.trim(), rest.join(':').trim()]] : []
    }),
  )

/** Keeps lines that are not complete yet as they are typed. */
const MetadataField = ({ metadata, onChange }: MetadataProps) => {
  const [text, setText] = useState(() => toLines(metadata))
  const shown = toLines(parseLines(text)) === toLines(metadata) ? text : toLines(metadata)
  return (
    <TextArea
      label={postFormTexts.metadata}
      hint={postFormTexts.metadataHint}
      rows={2}
      spellCheck={false}
      className="min-h-16! font-mono wide:text-sm!"
      value={shown}
      onChange={({ target }) => {
        setText(target.value)
        onChange(parseLines(target.value))
      }}
    />
  )
}

type FilesProps = { files: readonly SkillFile[]; onChange(files: SkillFile[]): void }

const FilesField = ({ files, onChange }: FilesProps) => {
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])]
    target.value = ''
    setError(null)
    setNotice(null)
    setIsSending(true)
    try {
      const read = await Promise.all(chosen.map(readTextFile))
      const sent = read.filter(({ path }) => path !== SKILL_MD)
      if (sent.length < read.length) setNotice(postFormTexts.skillMdSkipped)
      const stored = await sendSkillFiles(sent)
      const paths = new Set(stored.map(({ path }) => path))
      onChange([...files.filter(({ path }) => !paths.has(path)), ...stored].toSorted(byPath))
    } catch (cause) {
      const [issue] = cause instanceof ApiError ? cause.fieldErrors : []
      const message = cause instanceof NotTextError ? cause.message : issue?.message
      setError(message ?? getErrorMessage(cause, postFormTexts.filesFailed))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">{postFormTexts.skillFiles}</p>
      <p className="text-xs text-muted">{postFormTexts.skillFilesHint}</p>
      {files.length > 0 && (
        <ul aria-label={postFormTexts.skillFiles} className="flex flex-col">
          {files.map(({ path, size }) => (
            <li key={path} className="flex items-center gap-2 border-b text-sm">
              <span className="min-w-0 grow font-mono text-xs break-all">{path}</span>
              <span className="flex-none text-xs text-muted">{formatBytes(size)}</span>
              <IconButton
                name={postFormTexts.removeSkillFile(path)}
                onClick={() => onChange(files.filter((file) => file.path !== path))}
              >
                <Icon name="x" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={postFormTexts.addSkillFiles}
        onChange={(event) => void add(event)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label={postFormTexts.addSkillFolder}
        {...{ webkitdirectory: '' }}
        onChange={(event) => void add(event)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={isSending}
          busyLabel={postFormTexts.sendingFiles}
          onClick={() => input.current?.click()}
        >
          {postFormTexts.addSkillFiles}
        </Button>
        <Button disabled={isSending} onClick={() => folder.current?.click()}>
          {postFormTexts.addSkillFolder}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {notice}
      </p>
      {error && <ErrorNotice>{error}</ErrorNotice>}
    </div>
  )
}

class NotTextError extends Error {}

const byPath = (a: SkillFile, b: SkillFile): number => (a.path < b.path ? -1 : 1)

/** Reads a file as text, with its path within the chosen folder. Throws if it is no UTF-8. */
const readTextFile = async (file: File): Promise<TextFile> => {
  const path = (file.webkitRelativePath.split('/').slice(1).join('/') || file.name).normalize()
  try {
    return { path, content: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) }
  } catch {
    throw new NotTextError(postFormTexts.noText(path))
  }
}

export default SkillField
