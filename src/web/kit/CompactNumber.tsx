import { useVisitorLocale } from '#web/visitor-locale.ts'
import { compactNumber } from './compact-number.ts'

/** A compact count ('1.2k') with the exact one on hover. */
export const CompactNumber = ({ value, className }: { value: number; className?: string }) => {
  const locale = useVisitorLocale() ?? 'en'
  return (
    <span className={className} {...(Math.abs(value) < 1_000 ? {} : { title: value.toLocaleString(locale) })}>
      {compactNumber(value, locale)}
    </span>
  )
}
