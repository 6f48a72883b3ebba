import { texts } from './texts.ts'

export const Spinner = () => (
  <span
    role="img"
    aria-label={texts.working}
    className="inline-block size-4 animate-spin rounded-full border-2 border-current border-r-transparent align-[-3px]"
  />
)
