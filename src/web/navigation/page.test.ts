import { expect, it } from 'vitest'
import { createCanonicalRedirect } from './page.ts'
import { parseLocation } from './page-location.ts'

it('a redirect to the canonical path keeps the query', () => {
  expect(createCanonicalRedirect('/t/caf%C3%A9', parseLocation('/t/Caf%C3%A9?view=gallery'))).toMatchObject({
    href: '/t/caf%C3%A9?view=gallery',
    status: 301,
  })
})
