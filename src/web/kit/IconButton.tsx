import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The button's accessible name. */
  name: string
  children: ReactNode
}

/** A square button that contains only an icon and therefore needs an accessible name. */
export const IconButton = ({ name, className, children, ...rest }: Props) => (
  <button type="button" {...rest} aria-label={name} className={classNames('icon-button', className)}>
    {children}
  </button>
)
