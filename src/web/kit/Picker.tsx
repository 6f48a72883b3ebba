import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { PickerList } from './PickerList.tsx'
import {
  filterOptions,
  isOverLimit,
  NO_SELECTION,
  type PickerOption,
  toggleOption,
} from './picker-options.ts'

/**
 * Calls `leave` when the user leaves an open list: immediately if the keyboard moves the focus, but on a
 * click only once it has ended, because closing the list moves what is being clicked. Returns the field's
 * blur handler.
 */
const useLeaveOnBlur = (box: RefObject<HTMLElement | null>, isOpen: boolean, leave: () => void) => {
  const isPressed = useRef(false)
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (!isOpen) return
    const isOutside = ({ target }: Event) => target instanceof Node && !box.current?.contains(target)
    const onDown = (event: Event) => {
      isPressed.current = isOutside(event)
    }
    const onClick = (event: Event) => isOutside(event) && setTimeout(onLeave)
    // Scrolling by touch is not a click.
    const onScroll = () => {
      isPressed.current = false
    }
    document.addEventListener('pointerdown', onDown, true)
    document.addEventListener('pointercancel', onScroll, true)
    document.addEventListener('click', onClick, true)
    return () => {
      onScroll()
      document.removeEventListener('pointerdown', onDown, true)
      document.removeEventListener('pointercancel', onScroll, true)
      document.removeEventListener('click', onClick, true)
    }
  }, [box, isOpen])
  return () => {
    if (!isPressed.current) leave()
  }
}

type Props = FieldTexts & {
  options: readonly PickerOption[]
  chosen: readonly string[]
  /** If 1, a new choice replaces the previous one. */
  max: number
  /** The option that clears the selection. */
  noneLabel: string
  placeholder: string
  disabled?: boolean
  onChange(chosen: readonly string[]): void
}

/** A searchable select: the WAI-ARIA combobox pattern with a list below the field. */
export const Picker = ({
  options,
  chosen,
  max: most,
  noneLabel,
  placeholder,
  disabled,
  onChange,
  ...field
}: Props) => {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const isOpen = typed !== null
  const isSingle = most === 1
  const box = useRef<HTMLDivElement>(null)
  const onBlur = useLeaveOnBlur(box, isOpen, () => setTyped(null))
  const found = filterOptions([{ value: NO_SELECTION, label: noneLabel }, ...options], typed ?? '')
  const rows = found.map((option) => ({
    ...option,
    isChosen: chosen.includes(option.value),
    isBarred: isOverLimit(chosen, option.value, most),
  }))
  const present = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)

  const open = () => {
    setTyped('')
    setAt(0)
  }
  const choose = (value: string | undefined) => {
    if (value === undefined || isOverLimit(chosen, value, most)) return
    onChange(toggleOption(chosen, value, most))
    setTyped(isSingle || value === NO_SELECTION ? null : '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (isOpen) setAt((at + step + rows.length) % Math.max(rows.length, 1))
      else open()
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Enter must not submit the form.
      event.preventDefault()
      if (isOpen) choose(rows[at]?.value)
      else open()
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setTyped(null)
    }
    if (event.key === 'Backspace' && !isSingle && !typed && chosen.length) onChange(chosen.slice(0, -1))
  }
  return (
    <Field {...field}>
      {(wiring) => (
        <div ref={box} className="flex flex-col gap-1">
          <input
            {...wiring}
            type="text"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && rows[at] ? `${listId}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={typed ?? (isSingle ? present.join(', ') : '')}
            placeholder={(isSingle && present.join(', ')) || placeholder}
            onClick={() => !isOpen && open()}
            onBlur={onBlur}
            onChange={({ target }) => {
              setTyped(target.value)
              setAt(target.value ? 0 : at)
            }}
            onKeyDown={onKeyDown}
            className={classes(wiring.className, 'disabled:bg-sunken disabled:text-muted')}
          />
          {isOpen && (
            <PickerList
              id={listId}
              label={field.label}
              rows={rows}
              activeIndex={at}
              isMany={!isSingle}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  )
}
