import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger'

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'button button-primary',
  plain: 'button button-plain',
  ghost: 'button button-ghost',
  danger: 'button button-danger',
}

/** Returns the class names for a button, or for a link that looks like one. */
export const buttonClasses = (variant: ButtonVariant = 'plain', more?: string): string =>
  classNames(LOOKS[variant], more)
