import { describe, expect, it } from 'vitest'
import { needsRedirect } from './needs-redirect.ts'

describe('The sign-in falls back to a redirect', () => {
  it.each([
    'Popup closed by user',
    'Attempted to navigate on a disposed window',
    'No matching state found in storage',
  ])('when the popup ends with "%s"', (message) => {
    expect(needsRedirect(new Error(message))).toBe(true)
  })

  it('on a storage error', () => {
    expect(needsRedirect(new DOMException('Full', 'QuotaExceededError'))).toBe(true)
    expect(needsRedirect(new DOMException('Not allowed', 'SecurityError'))).toBe(true)
  })

  it('for no other error', () => {
    expect(needsRedirect(new Error('access_denied'))).toBe(false)
    expect(needsRedirect(new TypeError('Failed to fetch'))).toBe(false)
    expect(needsRedirect('Popup closed by user')).toBe(false)
  })
})
