import ArrowIcon from 'lucide-react/icons/chevron-down'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { modelName, modelsFor, type PostType } from '#features/catalogue/contract.ts'
import { texts } from '#features/catalogue/web/texts.ts'
import { classes } from '#web/kit/classes.ts'

type Props = {
  /** Limits the list to the models of this type; all of them without one. */
  type?: PostType | undefined
  /** Ids. */
  value: readonly string[]
  onChange(value: string[]): void
  most: number
  label?: string
}

const row = 'control flex w-full items-center gap-2.5 rounded-md px-2 text-left text-sm hover:bg-sunken'

/** Chooses up to `most` models, with a search; what is over cannot be chosen (section 5). */
export const ModelSelect = ({ type, value, onChange, most, label = texts.models }: Props) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [sought, setSought] = useState('')
  const close = () => {
    setOpen(false)
    setSought('')
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    // The dialog around it stays open.
    event.stopPropagation()
    close()
    button.current?.focus()
  }
  const words = sought.trim().toLowerCase()
  const offered = modelsFor(type ? [type] : []).filter(({ name, company }) =>
    `${name} ${company}`.toLowerCase().includes(words),
  )
  const toggle = (model: string) =>
    onChange(value.includes(model) ? value.filter((other) => other !== model) : [...value, model])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens, the controls inside are buttons and boxes
    <div className="relative flex min-w-0 flex-col gap-1.5" onBlur={onBlur} onKeyDown={onKeyDown}>
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-labelledby={`${id} ${id}-value`}
        onClick={() => (isOpen ? close() : setOpen(true))}
        className="control flex w-full items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-left text-base"
      >
        <span id={`${id}-value`} className={classes('min-w-0 grow truncate', !value.length && 'text-muted')}>
          {value.length ? value.map(modelName).join(', ') : texts.none}
        </span>
        <ArrowIcon size={16} className="flex-none text-muted" />
      </button>
      {isOpen && (
        <div
          tabIndex={-1}
          className="enter absolute top-full z-20 mt-1 flex w-full min-w-60 flex-col gap-1 rounded-lg border bg-surface p-1.5 shadow-float outline-none"
        >
          <input
            type="search"
            // biome-ignore lint/a11y/noAutofocus: whoever opens it wants to search or choose
            autoFocus
            value={sought}
            onChange={({ target }) => setSought(target.value)}
            aria-label={texts.search}
            placeholder={texts.search}
            className="control rounded-md border border-line-strong bg-surface px-2.5 text-base"
          />
          <fieldset className="max-h-64 overflow-y-auto overscroll-contain">
            <legend className="sr-only">{label}</legend>
            <button type="button" className={classes(row, 'text-muted')} onClick={() => onChange([])}>
              {texts.none}
            </button>
            {offered.map((model) => {
              const isOn = value.includes(model.id)
              const isOver = !isOn && value.length >= most
              return (
                <label key={model.id} className={classes(row, isOver && 'opacity-55')}>
                  <input
                    type="checkbox"
                    checked={isOn}
                    disabled={isOver}
                    onChange={() => toggle(model.id)}
                    className="size-4 accent-(--accent)"
                  />
                  <span className="min-w-0 grow truncate">{model.name}</span>
                  {!type && <span className="text-xs text-muted">{model.category}</span>}
                </label>
              )
            })}
            {offered.length === 0 && <p className="px-2 py-2 text-sm text-muted">{texts.noMatch}</p>}
          </fieldset>
          <p aria-live="polite" className="px-2 pb-0.5 text-xs text-muted tabular-nums">
            {texts.selected(value.length, most)}
          </p>
        </div>
      )}
    </div>
  )
}
