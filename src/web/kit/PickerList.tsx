import CheckIcon from 'lucide-react/icons/check'
import { useEffect } from 'react'
import { classes } from './classes.ts'
import type { PickerOption } from './picker-options.ts'
import { texts } from './texts.ts'

type Row = PickerOption & { isChosen: boolean; isBarred: boolean }

type Props = {
  id: string
  label: string
  rows: readonly Row[]
  /** The index of the active option. */
  activeIndex: number
  isMany: boolean
  onChoose(value: string): void
}

/**
 * The open list of a `Picker`. It is in the normal flow, so that neither a dialog nor an on-screen keyboard
 * cuts it off, and it is short on small screens, so that the field stays visible.
 */
export const PickerList = ({ id, label, rows, activeIndex: at, isMany, onChoose }: Props) => {
  // Scrolls to the list first, then to the row. The braces matter: in newer browsers these calls return a
  // promise, which an effect must not do.
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMany || undefined}
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="enter max-h-[min(240px,45dvh)] overflow-y-auto overscroll-contain rounded-lg border bg-surface p-1"
    >
      {rows.length === 0 && <p className="px-2 py-1.5 text-sm text-muted">{texts.nothingMatches}</p>}
      {rows.map(({ value, label: name, note, isChosen, isBarred }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
        <div
          key={value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={isChosen}
          aria-disabled={isBarred || undefined}
          aria-description={note}
          data-highlighted={index === at || undefined}
          onClick={() => onChoose(value)}
          className={classes(
            'control flex items-center gap-2 rounded-md px-2 text-sm select-none',
            isBarred ? 'cursor-not-allowed text-muted line-through' : 'cursor-pointer hover:bg-sunken',
            index === at && 'bg-sunken',
            isChosen && 'font-medium',
          )}
        >
          <span className="grow">{name}</span>
          {note && note !== name && (
            <span
              aria-hidden
              data-note={note}
              className="text-xs text-muted after:content-[attr(data-note)]"
            />
          )}
          {isChosen && <CheckIcon size={16} />}
        </div>
      ))}
    </div>
  )
}
