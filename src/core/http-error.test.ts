import { expect, it } from 'vitest'
import { getErrorKind } from './error-codes.ts'
import { createInvalidFieldError, createRecentSignInRequiredError, HttpError } from './http-error.ts'

it('has the status and the message of its code', () => {
  const { status, title } = getErrorKind('post-not-found')
  expect(new HttpError('post-not-found')).toMatchObject({
    ...{ name: 'HttpError', code: 'post-not-found', status, message: title },
    ...{ issues: undefined, retryAfter: undefined, details: {} },
  })
  expect('cause' in new HttpError('post-not-found')).toBe(false)
})

it('has the message, the cause and the members that it is given', () => {
  const cause = new Error('lost')
  const error = new HttpError('site-busy', { message: 'Too much', retryAfter: 5, cause })
  expect(error).toMatchObject({ message: 'Too much', retryAfter: 5, cause, details: {} })
  const conflict = new HttpError('duplicate-prompt', { conflictUrl: '/post/1' })
  expect(conflict.details).toEqual({ conflictUrl: '/post/1' })
  expect(new HttpError('request-rejected', { status: 413 }).status).toBe(413)
})

it('names the field that only the server can validate', () => {
  expect(createInvalidFieldError('title', 'Too short')).toMatchObject({
    ...{ code: 'validation-failed', message: 'Too short', status: 400 },
    issues: [{ path: 'title', message: 'Too short' }],
  })
})

it('asks to sign in again', () => {
  expect(createRecentSignInRequiredError()).toMatchObject({
    code: 'recent-sign-in-required',
    details: { signInAgain: true },
  })
})
