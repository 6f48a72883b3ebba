import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger'

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'bg-accent-fill text-on-accent border-transparent enabled-hover:bg-accent-fill-hover',
  plain: 'bg-surface text-ink border-line enabled-hover:bg-sunken enabled-hover:border-line-strong',
  ghost: 'text-muted border-transparent enabled-hover:bg-sunken enabled-hover:text-ink',
  danger: 'bg-danger-fill text-on-danger border-transparent enabled-hover:opacity-90',
}

/** Class names for a button, or for a link that looks like one. */
export const buttonClasses = (variant: ButtonVariant = 'plain', more?: string): string =>
  classes(
    'control inline-flex items-center justify-center gap-2 rounded-lg border px-3.5 py-1.5',
    'text-sm font-medium whitespace-nowrap select-none transition-colors disabled:opacity-55',
    LOOKS[variant],
    more,
  )
