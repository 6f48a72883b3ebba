import { useFormContext } from 'react-hook-form'
import { postTypes } from '#core/model-catalogue.ts'
import type { PostValues } from './post-values.ts'
import { postFormTexts } from './texts.ts'

type Props = { error?: string | undefined; onChange(): void }

/** The five types as chips. They are native radio buttons, so arrow keys move between them. */
export const TypeField = ({ error, onChange }: Props) => {
  const { register } = useFormContext<PostValues>()
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{postFormTexts.type}</legend>
      <div className="flex flex-wrap gap-2">
        {postTypes.map((type) => (
          <label
            key={type}
            className="control relative inline-flex cursor-pointer items-center rounded-full border border-line-strong px-3.5 text-sm font-medium text-muted hover:text-ink has-checked:border-accent has-checked:bg-sunken has-checked:text-ink forced-colors:has-checked:outline-2 forced-colors:has-checked:-outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              value={type}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full opacity-0"
              {...register('type', { onChange })}
            />
            {type}
          </label>
        ))}
      </div>
      {error && <p className="text-sm text-danger">{error}</p>}
    </fieldset>
  )
}
