import { expect, it } from 'vitest'
import { HttpError } from '#core/http-error.ts'
import { renderError } from './error-response.ts'

it('escapes the message in HTML', () => {
  expect(renderError('/new', new HttpError('not-found', { message: '<script>&' })).body).toContain(
    '<h1>&lt;script&gt;&amp;</h1>',
  )
})

it("the page of the site's own failure names the request, other error pages do not", () => {
  expect(renderError('/new', new HttpError('internal-error'), 'id-1').body).toContain('Request id-1')
  expect(renderError('/new', new HttpError('not-found'), 'id-1').body).not.toContain('id-1')
})
