import { limits } from '#core/limits.ts'
import { type PostType, postTypes } from '#features/catalogue/contract.ts'
import { texts } from '#features/optimizer/web/texts.ts'
import type { OptimizeForm } from '#features/optimizer/web/waiting-request.ts'
import { ModelField } from '#features/posts/web/form/ModelField.tsx'
import { Field } from '#web/kit/Field.tsx'

type Props = { form: OptimizeForm; onChange(change: Partial<OptimizeForm>): void }

/** Choosing a type clears the models and limits their list (docs/spec/forms.md#optimizer). */
export const TypeAndModels = ({ form, onChange }: Props) => (
  <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
    <Field label={texts.type}>
      {(wiring) => (
        <select
          {...wiring}
          value={form.type ?? ''}
          onChange={({ target }) => onChange({ type: (target.value as PostType) || null, models: [] })}
        >
          <option value="">{texts.anyType}</option>
          {postTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      )}
    </Field>
    <ModelField
      type={form.type}
      chosen={form.models}
      onChange={(models) => onChange({ models })}
      most={limits.models}
    />
  </div>
)
