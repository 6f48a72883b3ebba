import type { BaseSyntheticEvent } from 'react'

/**
 * Focuses the first invalid field of a form once its error is rendered, for `handleSubmit` of forms with fields that are not
 * registered and so cannot be focused by React Hook Form. Such a form has `shouldFocusError: false`, or React Hook Form would
 * focus the first registered field afterwards.
 */
export const focusInvalidField = (_: unknown, event?: BaseSyntheticEvent): void => {
  const form: unknown = event?.target
  if (!(form instanceof HTMLElement)) return
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
