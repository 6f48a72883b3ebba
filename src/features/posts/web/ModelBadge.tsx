import { modelName } from '#features/catalogue/contract.ts'
import { texts } from '#features/posts/web/texts.ts'
import { Tooltip } from '#web/kit/Tooltip.tsx'

/**
 * The model a prompt is for. If there are several: the first, and '+N' with a tooltip that lists them all
 * (docs/spec/pages.md#post-card).
 */
export const ModelBadge = ({ models }: { models: readonly string[] }) => {
  const [first, ...others] = models.map(modelName)
  if (first === undefined) return null
  return (
    <span className="inline-flex items-center gap-1">
      <span className="rounded-sm border px-1.5 leading-[18px] text-ink">{first}</span>
      {others.length > 0 && (
        <Tooltip text={[first, ...others].join(', ')}>
          <button
            type="button"
            aria-label={texts.allModels([first, ...others])}
            className="relative rounded-sm border px-1.5 leading-[18px] text-ink after:absolute after:-inset-2 hover:border-line-strong"
          >
            {texts.models(others.length)}
          </button>
        </Tooltip>
      )}
    </span>
  )
}
