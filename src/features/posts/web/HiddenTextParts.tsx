import {
  describeRun,
  type Finding,
  findHidden,
  showInvisible,
  stripInvisible,
} from '@prompt-collection/hidden-text'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { HiddenText } from '../contract.ts'
import { hiddenTextTexts } from './hidden-text-texts.ts'
import { copyText } from './share-link.ts'

/** More places than this one are shown as text only, because a page with thousands of elements is slow. */
const MAX_MARKS = 500

type NoticeProps = {
  hiddenText?: readonly HiddenText[] | undefined
  userId?: number | undefined
  /** What the reader sees of the prompt. */
  text?: string
}

/** Says what a post hides, and leads to the marked places of the prompt, one after another. */
export const HiddenTextNoticeParts = ({ hiddenText = [], userId, text = '' }: NoticeProps) => {
  const user = useCurrentUser()
  const notice = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({ number: 0, total: 0 })
  // Scrolls when the prompt has been expanded.
  useEffect(() => {
    if (shown.number > 0) document.activeElement?.scrollIntoView({ block: 'center' })
  }, [shown])
  const hasMarks = useMemo(() => listMarks(text).length > 0, [text])
  const fields = (['title', 'description', 'prompt'] as const).filter((name) =>
    hiddenText.some(({ field }) => field === name),
  )
  const show = () => {
    const marks = notice.current?.parentElement?.querySelectorAll<HTMLElement>('mark[data-hidden]') ?? []
    const number = shown.number % Math.max(1, marks.length)
    // The focus expands a long prompt.
    marks[number]?.focus({ preventScroll: true })
    setShown({ number: number + 1, total: marks.length })
  }
  const hint = () => {
    if (user !== null && user.id === userId) return hiddenTextTexts.forAuthor
    if (!fields.includes('prompt')) return ''
    const isInvisible = hiddenText.some(({ field, kind }) => field === 'prompt' && isCharacters(kind))
    return [
      hasMarks || user ? hiddenTextTexts.forReaders : hiddenTextTexts.forVisitors,
      isInvisible && hiddenTextTexts.inCopies,
    ]
      .filter(Boolean)
      .join(' ')
  }
  return (
    <div ref={notice} className="hidden-text">
      <div
        role="note"
        className="flex items-start gap-3 rounded-lg border border-warning px-4 py-2.5 text-sm"
      >
        <Icon name="circle-alert" size={18} className="mt-px flex-none text-warning" />
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <div className="min-w-[min(10rem,100%)] flex-1">
            {fields.map((name) => (
              <p key={name} className="font-medium">
                {hiddenTextTexts.contains(
                  name,
                  hiddenText.filter(({ field }) => field === name),
                )}
              </p>
            ))}
            <p className="text-muted">{hint()}</p>
          </div>
          {hasMarks && (
            <Button className="scripting-none:hidden" onClick={show}>
              {shown.total > 1
                ? hiddenTextTexts.showNext((shown.number % shown.total) + 1, shown.total)
                : hiddenTextTexts.showWhere}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

const isCharacters = (kind: Finding['kind']): boolean =>
  kind === 'invisible-characters' || kind === 'direction-override'

/** The places of a text that do not overlap; of two that do, the first one. */
const listMarks = (text: string): Finding[] => {
  let end = 0
  return findHidden(text).filter((finding) => {
    if (finding.start < end) return false
    end = finding.end
    return true
  })
}

/** Renders a range of a text's characters (code points), or returns undefined if nothing in it is hidden. */
type Marker = (from: number, to: number) => ReactNode

const markers = new Map<string, Marker>()
const MAX_MARKERS = 20

/** Returns the marker of a text. The last ones are kept, because a page renders its prompts again and again. */
export const createMarker = (text: string): Marker => {
  const known = markers.get(text)
  if (known) return known
  if (markers.size >= MAX_MARKERS) markers.clear()
  const marker = createNewMarker(text)
  markers.set(text, marker)
  return marker
}

const createNewMarker = (text: string): Marker => {
  const offsets = toOffsets(text)
  const marks = listMarks(text)
  return (from, to) => {
    const start = offsets[from] ?? text.length
    const end = offsets[to] ?? text.length
    const inRange = marks.filter((mark) => mark.start < end && mark.end > start)
    if (inRange.length === 0) return undefined
    const nodes: ReactNode[] = []
    let at = start
    for (const mark of inRange.slice(0, MAX_MARKS)) {
      const markStart = Math.max(at, mark.start)
      const markEnd = Math.min(end, mark.end)
      nodes.push(
        <span key={at}>{text.slice(at, markStart)}</span>,
        <Mark key={`m${markStart}`} mark={mark} text={text.slice(markStart, markEnd)} />,
      )
      at = markEnd
    }
    const rest = text.slice(at, end)
    nodes.push(<span key="rest">{inRange.length > MAX_MARKS ? showInvisible(rest) : rest}</span>)
    return nodes
  }
}

/** The UTF-16 offset of each code point. */
const toOffsets = (text: string): number[] => {
  const offsets: number[] = []
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) offsets.push(at)
  return offsets
}

const Mark = ({ mark, text }: { mark: Finding; text: string }) => {
  const note = describe(mark)
  if (!isCharacters(mark.kind))
    return (
      <mark data-hidden tabIndex={-1} className="hidden-mark">
        {text}
        {note && <span className="hidden-note">{note}</span>}
      </mark>
    )
  return (
    // Not selectable, so that a copied selection contains neither the mark nor the characters.
    <mark
      data-hidden
      tabIndex={-1}
      role="img"
      aria-label={hiddenTextTexts.place(note)}
      title={describeRun(text)}
      className="hidden-mark hidden-note"
    >
      {note}
    </mark>
  )
}

const describe = ({ kind, count, decoded }: Finding): string => {
  switch (kind) {
    case 'invisible-characters':
      return decoded
        ? hiddenTextTexts.saying(hiddenTextTexts.invisible(count), decoded)
        : hiddenTextTexts.invisible(count)
    case 'direction-override':
      return hiddenTextTexts.reversal
    case 'encoded-command':
      return decoded ? hiddenTextTexts.decodesTo(decoded) : ''
    case 'network-script':
      return decoded ? hiddenTextTexts.fetches(decoded) : ''
    case 'disguised-link':
      return decoded ? hiddenTextTexts.opens(decoded) : ''
    default:
      return ''
  }
}

/** What a text hides, for texts that the server has not searched, such as one that is being written. */
export const listHiddenInPrompt = (text: string): HiddenText[] => {
  const counts = new Map<HiddenText['kind'], number>()
  for (const { kind, count } of findHidden(text)) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts].map(([kind, count]) => ({ field: 'prompt', kind, count }))
}

const countRemoved = (text: string, visible: string): number => [...text].length - [...visible].length

export { stripInvisible }

/** Like `copyText`, without invisible characters. The toast says so and offers to copy the text as it is written. */
export const copyVisible: typeof copyText = async (text, successTitle, failureTitle, description) => {
  const visible = stripInvisible(text)
  const isCopied = await copyText(visible, successTitle, failureTitle, description)
  const removed = countRemoved(text, visible)
  if (isCopied && removed > 0)
    showToast({
      title: hiddenTextTexts.copiedWithout(successTitle, removed),
      ...(description ? { description } : {}),
      action: {
        label: hiddenTextTexts.copyAsWritten,
        run: () => void copyText(text, successTitle, failureTitle, description),
      },
    })
  return isCopied
}
