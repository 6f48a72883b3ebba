import { splitPrompt } from '@prompt-collection/prompt-blanks'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '#web/kit/Field.tsx'
import { postFields } from '../../contract-fields.ts'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/** The choice of where the prompt has blanks. Shown only if the prompt could have some or a choice has been made. */
export const BlanksInField = () => {
  const { register, control } = useFormContext<PostValues>()
  const [prompt, chosen, form] = useWatch({ control, name: ['prompt', 'blanksIn', 'form'] })
  const canHaveBlanks = splitPrompt(prompt, 'everywhere').some(({ blank }) => blank)
  if (form === 'skill' || (chosen === 'text' && !canHaveBlanks)) return null
  return (
    <Field label={postFormTexts.blanksIn}>
      {(wiring) => (
        <select {...register('blanksIn')} {...wiring}>
          {postFields.blanksIn.options.map((option) => (
            <option key={option} value={option}>
              {postFormTexts.blankPlaces[option]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
