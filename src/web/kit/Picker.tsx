import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isComposing } from '../is-composing.ts'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { messageTexts } from './message-texts.ts'
import {
  filterOptions,
  findTypedOption,
  isSelectionLimitReached,
  NO_SELECTION,
  type PickerOption,
  toggleOption,
} from './picker-options.ts'

/**
 * Calls `leave` when the user leaves an open list: immediately if the focus moves by keyboard, but only after
 * the click is complete if it moves by a click, because closing the list moves the element that is being
 * clicked. Returns the field's blur handler.
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
    // A touch that scrolls the page is not a click.
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
  /** The maximum number of choices. If 1, a new choice replaces the previous one. */
  max: number
  /** The label of the option that clears the selection. */
  noneLabel: string
  placeholder: string
  disabled?: boolean
  onChange(chosen: readonly string[]): void
}

/**
 * A searchable select. The list is in the normal flow because a dialog or an on-screen keyboard could cut off
 * a floating list. It shows eight options; on small screens it is shorter, so the field stays visible.
 */
export const Picker = ({
  options,
  chosen,
  max,
  noneLabel,
  placeholder,
  disabled,
  onChange,
  ...field
}: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  const isOpen = typed !== null
  const isSingle = max === 1
  const box = useRef<HTMLDivElement>(null)
  const rows = filterOptions([{ value: NO_SELECTION, label: noneLabel }, ...options], typed ?? '')
  const labels = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
  const chosenText = isSingle ? labels.join(', ') : ''

  const choose = (value: string) => {
    if (isSelectionLimitReached(chosen, value, max)) return
    onChange(toggleOption(chosen, value, max))
    setTyped(isSingle || value === NO_SELECTION ? null : '')
  }
  // What was typed in full is chosen when the user leaves the field, as if it had been pressed in the list.
  const onBlur = useLeaveOnBlur(box, isOpen, () => {
    const typedOption = findTypedOption(options, typed ?? '')
    if (typedOption && !chosen.includes(typedOption.value)) choose(typedOption.value)
    setTyped(null)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Ariakit itself does not recognize the Enter with which Safari ends a composition.
    if (isComposing(event)) return event.stopPropagation()
    if (event.key === 'Enter' && !isOpen && !event.ctrlKey && !event.metaKey) {
      // Prevents Enter from submitting the form.
      event.preventDefault()
      setTyped('')
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
        <ComboboxProvider
          open={isOpen}
          setOpen={(willOpen) => setTyped((current) => (willOpen ? (current ?? '') : null))}
          value={typed ?? chosenText}
          // If the list has closed in the meantime, the field shows the selected option instead of the typed text.
          setValue={(value) => setTyped((current) => (current === null ? null : value))}
          resetValueOnHide={false}
          selectedValue={[...chosen]}
          focusLoop
          includesBaseElement={false}
        >
          {/* The capture phase is needed because Ariakit sends each key to the active option first. */}
          <div ref={box} onKeyDownCapture={onKeyDown} className="flex flex-col gap-1">
            <Combobox
              {...wiring}
              autoSelect="always"
              spellCheck={false}
              disabled={disabled}
              placeholder={chosenText || placeholder}
              showOnClick
              onChange={({ target }) => setTyped(target.value)}
              onBlur={onBlur}
              className={classNames(wiring.className, 'picker disabled:bg-sunken disabled:text-muted')}
            />
            {isOpen && (
              <ComboboxList
                ref={scrollIntoView}
                aria-label={field.label}
                aria-multiselectable={isSingle ? undefined : true}
                // Preventing the default keeps focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                className="enter max-h-[min(362px,45dvh)] overflow-y-auto overscroll-contain rounded-lg border bg-surface p-1"
              >
                {rows.length === 0 && (
                  <p className="px-2 py-1.5 text-sm text-muted">{messageTexts.nothingMatches}</p>
                )}
                {rows.map((option) => (
                  <PickerRow
                    key={option.value}
                    {...option}
                    isChosen={chosen.includes(option.value)}
                    isBarred={isSelectionLimitReached(chosen, option.value, max)}
                    onChoose={() => choose(option.value)}
                  />
                ))}
              </ComboboxList>
            )}
          </div>
        </ComboboxProvider>
      )}
    </Field>
  )
}

/**
 * Scrolls the list into view. Defined outside the component, so React calls it when the list opens and not on
 * each render.
 */
const scrollIntoView = (list: HTMLElement | null): void => {
  list?.scrollIntoView({ block: 'nearest' })
}

type RowProps = PickerOption & { isChosen: boolean; isBarred: boolean; onChoose(): void }

const PickerRow = ({ value, label, note, isChosen, isBarred, onChoose }: RowProps) => (
  <ComboboxItem
    value={value}
    setValueOnClick={false}
    selectValueOnClick={false}
    hideOnClick={false}
    focusOnHover={false}
    aria-selected={isChosen}
    aria-disabled={isBarred || undefined}
    aria-description={note}
    onClick={onChoose}
    className={classNames(
      'control flex items-center gap-2 rounded-md px-2 text-sm select-none data-[active-item]:bg-sunken',
      isBarred ? 'cursor-not-allowed text-muted line-through' : 'cursor-pointer hover:bg-sunken',
      isChosen && 'font-medium',
    )}
  >
    <span className="grow">{label}</span>
    {note && note !== label && <span aria-hidden data-note={note} className="option-note" />}
    {isChosen && <Icon name="check" size={16} />}
  </ComboboxItem>
)
