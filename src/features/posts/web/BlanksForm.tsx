import { type Blank, type BlankValues, getBlankLabel, getBlankValue } from '@prompt-collection/prompt-blanks'
import { useEffect } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { SelectField } from '#web/kit/SelectField.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { postTexts } from './texts.ts'

type Props = {
  id: string
  blanks: readonly Blank[]
  filled: BlankValues
  /**
   * The blank whose field should be focused. Each request is a new object, so the same blank can be focused
   * again.
   */
  focused: { name: string } | null
  onFill(filled: BlankValues): void
}

/** The limit is high enough for a CV or a source file. */
const MAX_VALUE_LENGTH = 20_000

const fieldId = (id: string, index: number) => `fill-${id}-${index}`

/** A form with a field for each blank of a prompt. Its code is loaded when it is first opened. */
const BlanksForm = ({ id, blanks, filled, focused, onFill }: Props) => {
  useEffect(() => {
    if (!focused) return
    const index = blanks.findIndex(({ name }) => name === focused.name)
    const field = document.getElementById(fieldId(id, index))
    field?.focus()
    // Focus alone would leave the field hidden behind the sticky bar at the bottom of a phone's screen.
    field?.scrollIntoView({ block: 'nearest' })
  }, [id, blanks, focused])
  return (
    <fieldset className="min-w-0 px-4 pb-3 font-sans">
      <legend className="sr-only">{postTexts.blanks}</legend>
      <div className={classNames('grid gap-3', blanks.length > 1 && 'wide:grid-cols-2')}>
        {blanks.map((blank, index) => {
          const { name, fallback, choices } = blank
          const label = getBlankLabel(name)
          const fill = (value: string) => onFill({ ...filled, [name]: value })
          return choices && fallback ? (
            <SelectField
              key={name}
              id={fieldId(id, index)}
              label={label}
              options={choices}
              value={getBlankValue(blank, filled)}
              className="narrow:scroll-mb-20"
              onChange={({ target }) => fill(target.value)}
            />
          ) : (
            <div key={name}>
              <TextArea
                id={fieldId(id, index)}
                label={label}
                rows={1}
                value={Object.hasOwn(filled, name) ? filled[name] : ''}
                placeholder={fallback}
                maxLength={MAX_VALUE_LENGTH}
                autoComplete="off"
                // Leaves room for the sticky bar that covers the bottom of the screen on phones.
                className="min-h-9! narrow:scroll-mb-20 max-h-64! pointer-coarse:min-h-11!"
                onChange={({ target }) => fill(target.value)}
              />
              {choices && (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset would be another group of fields
                <div
                  role="group"
                  aria-label={postTexts.suggestionsFor(label)}
                  className="mt-1.5 flex flex-wrap gap-1.5"
                >
                  {choices.map((choice) => (
                    <Button
                      key={choice}
                      variant="plain"
                      aria-pressed={filled[name] === choice}
                      className="text-start whitespace-normal!"
                      onClick={() => fill(filled[name] === choice ? '' : choice)}
                    >
                      {choice}
                    </Button>
                  ))}
                </div>
              )}
            </div>
          )
        })}
      </div>
      {Object.values(filled).some(Boolean) && (
        <Button variant="ghost" className="mt-2 flush-start" onClick={() => onFill({})}>
          {postTexts.clearBlanks}
        </Button>
      )}
    </fieldset>
  )
}

export default BlanksForm
