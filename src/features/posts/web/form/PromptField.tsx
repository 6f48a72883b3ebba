import { useId, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { insertBlank } from './insert-blank.ts'
import type { PostValues } from './post-values.ts'
import { texts } from './texts.ts'

/** The prompt with a button that inserts a blank at the cursor. */
export const PromptField = () => {
  const { register, setValue, formState } = useFormContext<PostValues>()
  const hintId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { ref, ...registration } = register('prompt')
  const onInsert = () => {
    const textArea = field.current
    if (!textArea) return
    const { value, selectionStart: start, selectionEnd: end } = textArea
    const { prompt, name } = insertBlank(value, { start, end })
    setValue('prompt', prompt, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    textArea.focus()
    textArea.setSelectionRange(name.start, name.end)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <TextArea
        label={texts.prompt}
        placeholder={texts.promptPlaceholder}
        rows={6}
        aria-required
        spellCheck={false}
        className="font-mono wide:text-sm!"
        error={formState.errors.prompt?.message}
        {...registration}
        ref={(element) => {
          field.current = element
          ref(element)
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button aria-describedby={hintId} onClick={onInsert}>
          {texts.insertBlank}
        </Button>
        <p id={hintId} className="text-xs text-muted">
          {texts.blankHint}
        </p>
      </div>
    </div>
  )
}
