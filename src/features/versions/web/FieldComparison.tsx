import type { ReactNode } from 'react'
import { getModelName } from '#core/model-catalogue.ts'
import type { TextChange } from '#core/text-changes.ts'
import { Gallery } from '#features/media/web/Gallery.tsx'
import type { PostFieldName } from '#features/posts/contract-fields.ts'
import { PROMPT_CLASSES } from '#features/posts/web/PromptText.tsx'
import { formatCompactNumber } from '#web/kit/CompactNumber.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { TextChanges } from '#web/kit/TextChanges.tsx'
import { versionTexts } from './texts.ts'

/**
 * The number of unchanged characters to show next to a change. Longer unchanged passages are collapsed in the
 * middle if that hides at least this many characters.
 */
const CONTEXT_LENGTH = 400

/** Unchanged text. If it is long, its middle is collapsed. */
const UnchangedText = ({ text, isFirst, isLast }: { text: string; isFirst: boolean; isLast: boolean }) => {
  const end = isFirst ? 0 : lineEndAfter(text, CONTEXT_LENGTH)
  const start = isLast ? text.length : lineStartBefore(text, text.length - CONTEXT_LENGTH)
  if (start - end < CONTEXT_LENGTH) return text
  return (
    <>
      {text.slice(0, end)}
      <details className="my-1 border-y border-dashed">
        <summary className="control cursor-pointer py-1 font-sans text-sm text-muted hover:text-ink">
          {versionTexts.unchanged(formatCompactNumber(start - end))}
        </summary>
        {text.slice(end, start)}
      </details>
      {text.slice(start)}
    </>
  )
}

/**
 * Returns where the text can be cut after `position`: after the next line break or, if there is none nearby, after the
 * next space.
 */
const lineEndAfter = (text: string, position: number): number => {
  const next = text.slice(position, position + CONTEXT_LENGTH)
  const index = next.includes('\n') ? next.indexOf('\n') : next.indexOf(' ')
  return Math.min(position, text.length) + index + 1
}

const lineStartBefore = (text: string, position: number): number => {
  const start = Math.max(0, position - CONTEXT_LENGTH)
  const last = text.slice(start, Math.max(0, position))
  return start + (last.includes('\n') ? last.lastIndexOf('\n') : last.lastIndexOf(' ')) + 1
}

type ChangesProps = { changes: readonly TextChange[]; side?: 'before' | 'after' }

const ComparedText = ({ changes, side }: ChangesProps) => (
  <TextChanges
    changes={changes}
    side={side}
    renderSame={(text, position) => <UnchangedText text={text} {...position} />}
  />
)

const isFor = (change: TextChange['change'], side: ChangesProps['side']) =>
  !(side === 'before' && change === 'added') && !(side === 'after' && change === 'removed')

const GROUPS = [
  ['removed', versionTexts.removedFiles],
  ['added', versionTexts.addedFiles],
  ['same', versionTexts.sameFiles],
] as const

const ComparedFiles = ({ changes, side }: ChangesProps) =>
  GROUPS.map(([change, label]) => {
    const files = changes.filter((item) => item.change === change && isFor(change, side))
    return (
      files.length > 0 && (
        <div key={change} className="mb-2">
          <p className="mb-1 text-sm text-muted">{label}</p>
          <Gallery files={files.map(({ text }) => text)} title={label} />
        </div>
      )
    )
  })

/** Shows the items of a list, such as models or tags, and marks those that differ between the versions. */
const ComparedItems = ({ changes, side }: ChangesProps) => (
  <ul className="flex flex-wrap gap-x-4">
    {changes
      .filter(({ change }) => isFor(change, side))
      .map((item) => (
        <li key={item.text + item.change}>
          <TextChanges changes={[{ ...item, text: getModelName(item.text) }]} />
        </li>
      ))}
  </ul>
)

type Props = { name: PostFieldName; changes: readonly TextChange[]; side?: 'before' | 'after' }

/** A compared field: both versions merged into one text, or only one side of the comparison. */
export const FieldComparison = ({ name, ...rest }: Props) => {
  const views: Record<PostFieldName, ReactNode> = {
    title: <ComparedText {...rest} />,
    description: <ComparedText {...rest} />,
    prompt: <ComparedText {...rest} />,
    type: <ComparedItems {...rest} />,
    models: <ComparedItems {...rest} />,
    exampleFiles: <ComparedFiles {...rest} />,
    tags: <ComparedItems {...rest} />,
    blanksIn: <ComparedItems {...rest} />,
    license: <ComparedItems {...rest} />,
    sourceUrl: <ComparedText {...rest} />,
    form: <ComparedItems {...rest} />,
    skill: <ComparedText {...rest} />,
  }
  return (
    <div
      dir="auto"
      className={classNames(
        'min-w-0 rounded-lg bg-sunken px-4 py-3',
        name === 'prompt' ? PROMPT_CLASSES : 'break-words whitespace-pre-wrap',
      )}
    >
      {views[name]}
    </div>
  )
}
