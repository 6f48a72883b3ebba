import sprite from 'virtual:icon-sprite'
import type { IconName } from '#core/icon-names.ts'

type Props = { name: IconName; size: number; className?: string | undefined }

/**
 * An icon, hidden from screen readers. The icon refers to a symbol in the site's sprite, so neither the page
 * nor the scripts contain its paths.
 */
export const Icon = ({ name, size, className }: Props) => (
  <svg aria-hidden width={size} height={size} className={className ? `icon ${className}` : 'icon'}>
    <use href={`${sprite}#${name}`} />
  </svg>
)
