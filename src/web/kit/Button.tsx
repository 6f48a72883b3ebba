import type { ComponentProps, ReactNode } from 'react'
import { type ButtonVariant, buttonClasses } from './button-classes.ts'
import { classNames } from './class-names.ts'
import { kitTexts } from './texts.ts'

export const Spinner = () => (
  <span
    role="img"
    aria-label={kitTexts.working}
    className="inline-block size-4 animate-spin rounded-full border-2 border-current border-r-transparent align-[-3px]"
  />
)

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  icon?: ReactNode
  /** Disables the button and shows `busyLabel` (or a spinner) without changing the button's width. */
  busy?: boolean
  busyLabel?: string
}

export const Button = ({ variant, icon, busy, busyLabel, disabled, className, children, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
    className={buttonClasses(variant, className)}
  >
    {icon}
    {busy === undefined ? (
      // A text beside an icon has its own element, because a browser's translator replaces text nodes, and React would
      // change the old one.
      typeof children === 'string' ? (
        <span>{children}</span>
      ) : (
        children
      )
    ) : (
      <span className="grid place-items-center">
        {/* Both labels share a grid cell, so the wider one determines the width. */}
        <span className={classNames('col-start-1 row-start-1', busy && 'invisible')}>{children}</span>
        <span className={classNames('col-start-1 row-start-1', !busy && 'invisible')}>
          {busyLabel ?? <Spinner />}
        </span>
      </span>
    )}
  </button>
)
