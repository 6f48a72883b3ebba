import { VERBATIM } from '#features/posts/web/FillablePrompt.tsx'

type Props = { label: string; text: string; isBusy?: boolean }

/** Text that is still being streamed, or that ended early. */
export const WrittenText = ({ label, text, isBusy = false }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <div
    role="group"
    aria-label={label}
    aria-busy={isBusy}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    tabIndex={0}
    className="max-h-[60dvh] min-h-24 overflow-y-auto rounded-lg bg-sunken px-4 py-3"
  >
    <pre dir="auto" className={VERBATIM}>
      {text}
    </pre>
  </div>
)
