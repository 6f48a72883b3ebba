import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api-client.ts'
import { getRejectionMessage, requireSiteAddress, shouldFallBackToRedirect } from './sign-in-errors.ts'

describe('The sign-in falls back to a redirect', () => {
  it.each([
    'Popup closed by user',
    'Attempted to navigate on a disposed window',
    'No matching state found in storage',
  ])('when the popup ends with "%s"', (message) => {
    expect(shouldFallBackToRedirect(new Error(message))).toBe(true)
  })

  it('on a storage error', () => {
    expect(shouldFallBackToRedirect(new DOMException('Full', 'QuotaExceededError'))).toBe(true)
    expect(shouldFallBackToRedirect(new DOMException('Not allowed', 'SecurityError'))).toBe(true)
  })

  it('for no other error', () => {
    expect(shouldFallBackToRedirect(new Error('access_denied'))).toBe(false)
    expect(shouldFallBackToRedirect(new TypeError('Failed to fetch'))).toBe(false)
    expect(shouldFallBackToRedirect('Popup closed by user')).toBe(false)
  })
})

it('A refused sign-in has the message of the server, but none of a proxy', () => {
  const refused = new ApiError(403, '{"message":"No new accounts"}')
  expect(getRejectionMessage(refused)).toBe('No new accounts')
  expect(getRejectionMessage(new ApiError(429, '<h1>Slow down</h1>'))).toBeNull()
  expect(getRejectionMessage(new ApiError(502, '{"message":"Busy"}'))).toBeNull()
})

it('A sign-in at another address than that of the site names the right one', () => {
  const authority = 'http://localhost:3000/identity'
  expect(() => requireSiteAddress(authority, 'http://localhost:3000')).not.toThrow()
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3001', 'https://localhost:3000']) {
    let message: string | null = null
    try {
      requireSiteAddress(authority, origin)
    } catch (error) {
      message = getRejectionMessage(error)
    }
    expect(message).toBe('You can sign in only at http://localhost:3000. Open the site there.')
  }
})
