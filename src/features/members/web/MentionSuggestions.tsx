import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Author } from '#core/author.ts'
import { isComposing } from '#web/is-composing.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { insertText } from '#web/kit/insert-text.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { mentionSuggestionsQuery } from './queries.ts'
import { memberTexts } from './texts.ts'
import { useUnfinishedMention } from './use-unfinished-mention.ts'

/** The pause in typing after which the server is asked for suggestions. */
const PAUSE_MS = 150

type Props = { field: RefObject<HTMLTextAreaElement | null>; postId: number | undefined }

/**
 * The lazily loaded part of `MentionTextArea`: a listbox below the field. The arrow keys move its active option while
 * the focus remains in the field. It adds its own listeners to the field, so that the field's handlers and its undo
 * history are unaffected.
 */
const MentionSuggestions = ({ field, postId }: Props) => {
  const listId = useId()
  const { mention, dismiss } = useUnfinishedMention(field)
  const options = useSuggestions(mention?.prefix ?? null, postId)
  const [moved, setMoved] = useState({ start: -1, prefix: '', index: 0 })
  const isMovedHere = moved.start === mention?.start && moved.prefix === mention.prefix
  const active = isMovedHere ? Math.min(moved.index, options.length - 1) : 0
  const isOpen = mention !== null && options.length > 0

  const choose = ({ username }: Author) => {
    const textArea = field.current
    if (!textArea || !mention) return
    const end = mention.start + 1 + mention.prefix.length
    textArea.focus()
    textArea.setSelectionRange(mention.start, end)
    insertText(textArea, textArea.value[end] === ' ' ? `@${username}` : `@${username} `)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (isComposing(event) || hasModifier) return
    // Suggestions that arrive later do not open the list either.
    if (event.key === 'Escape') dismiss()
    if (!isOpen) return
    const option = options[active]
    const count = options.length
    if (event.key === 'ArrowDown') setMoved({ ...mention, index: (active + 1) % count })
    else if (event.key === 'ArrowUp') setMoved({ ...mention, index: (active + count - 1) % count })
    else if ((event.key === 'Enter' || event.key === 'Tab') && option) choose(option)
    else if (event.key !== 'Escape') return
    // Without these calls, Escape would also close the form, and Enter would start a new line.
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const textArea = field.current
    const onKey = (event: KeyboardEvent) => onKeyDown(event)
    textArea?.addEventListener('keydown', onKey)
    return () => textArea?.removeEventListener('keydown', onKey)
  }, [field])
  useListboxAttributes(field, isOpen ? { listId, activeId: `${listId}-${active}` } : null)
  const count = isOpen ? options.length : 0
  useEffect(() => {
    if (count > 0) announce(memberTexts.suggestionCount(count))
  }, [count])

  if (!isOpen) return null
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={memberTexts.suggestions}
      className="enter absolute inset-x-0 top-full z-70 mt-1 max-h-[40dvh] max-w-80 overflow-y-auto overscroll-contain rounded-lg border bg-surface p-1 shadow-float"
    >
      {options.map((option, index) => (
        <MentionOption
          key={option.id}
          id={`${listId}-${index}`}
          option={option}
          isActive={index === active}
          onChoose={() => choose(option)}
        />
      ))}
    </div>
  )
}

type OptionProps = { id: string; option: Author; isActive: boolean; onChoose(): void }

const MentionOption = ({ id, option, isActive, onChoose }: OptionProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'control flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm select-none hover:bg-sunken',
        isActive && 'bg-sunken',
      )}
    >
      <Avatar username={option.username} picture={option.avatar} size={20} />
      <span className="truncate">{option.username}</span>
    </div>
  )
}

/**
 * Returns the suggestions for the typed prefix. While new suggestions are loading, returns the previous ones that
 * still match.
 */
const useSuggestions = (prefix: string | null, postId: number | undefined): readonly Author[] => {
  const settled = useDebounced(prefix ?? '', PAUSE_MS)
  const { data = [] } = useQuery({
    ...mentionSuggestionsQuery(prefix === null ? null : settled, postId),
    placeholderData: keepPreviousData,
  })
  const beginning = prefix?.toLowerCase()
  if (beginning === undefined) return []
  return data.filter(({ username }) => username.toLowerCase().startsWith(beginning))
}

/**
 * Sets the attributes that connect a text area with its listbox. HTML does not allow the role `combobox`, which would
 * support `aria-expanded`, on a text area.
 */
const useListboxAttributes = (
  field: Props['field'],
  open: { listId: string; activeId: string } | null,
): void => {
  const listId = open?.listId
  const activeId = open?.activeId
  useEffect(() => {
    const textArea = field.current
    if (!textArea || !listId || !activeId) return
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }
    for (const [name, value] of Object.entries(attributes)) textArea.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) textArea.removeAttribute(name)
    }
  }, [field, listId, activeId])
}

export default MentionSuggestions
