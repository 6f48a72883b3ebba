import { parseMessages } from '@prompt-collection/prompt-blanks/messages'
import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import type { PromptForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { useFormContext, useWatch } from 'react-hook-form'
import { EMPTY_SKILL, SKILL_NAME, skillLimits, writeSkill } from '#core/skill.ts'
import { Field } from '#web/kit/Field.tsx'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

/** The forms in which a post can be written. */
const forms = ['prompt', 'messages', 'skill'] as const satisfies readonly PromptForm[]

/** The choice of what the prompt is. Another choice keeps the text. */
export const FormField = () => {
  const { register, getValues, setValue } = useFormContext<PostValues>()
  const form = useWatch<PostValues, 'form'>({ name: 'form' })
  const onChange = () => {
    const { form: chosen, prompt, skill, title } = getValues()
    if (chosen === 'skill' && skill === '')
      setValue('skill', writeSkill({ ...EMPTY_SKILL, name: toSkillName(title) }), { shouldDirty: true })
    if (chosen === 'messages') return
    const messages = parseMessages(prompt)
    const [first] = messages
    setValue('prompt', messages.length === 1 && first ? first.content : readByForm(prompt, 'messages'), {
      shouldDirty: true,
    })
  }
  return (
    <Field label={postFormTexts.form} hint={postFormTexts.formHints[form]}>
      {(wiring) => (
        <select {...register('form', { onChange })} {...wiring}>
          {forms.map((option) => (
            <option key={option} value={option}>
              {postFormTexts.forms[option]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Proposes a name of lower-case letters, digits and hyphens; empty if the title has none. */
const toSkillName = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const name = (words ?? []).join('-').slice(0, skillLimits.name).replace(/-$/, '')
  return SKILL_NAME.test(name) ? name : ''
}
