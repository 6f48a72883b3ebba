import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import { firstContributor, usernamesFor } from './author-names.ts'

describe('Authors of imported posts', () => {
  test('takes the first of several contributors as the author', () => {
    expect(firstContributor(' @ada, bob')).toBe('ada')
    expect(firstContributor('')).toBe('')
  })

  test('keeps a name that is a valid username', () => {
    expect(usernamesFor('Ada99')(0)).toBe('Ada99')
    expect(usernamesFor('José-María')(0)).toBe('JoseMaria')
  })

  test('refuses reserved words in any letter case', () => {
    for (const word of ['admin', 'Settings', 'API', 'new', 't', 'completeprofile'])
      expect(isReserved(word)).toBe(true)
    expect(usernamesFor('Admin')(0)).not.toBe('Admin')
  })

  test('proposes names of 3 to 20 letters and digits, different at each attempt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(8), (name, attempt) => {
        const proposed = usernamesFor(name)(attempt)
        expect(proposed).toMatch(/^[A-Za-z0-9]{3,20}$/)
        expect(isReserved(proposed)).toBe(false)
        expect(usernamesFor(name)(attempt + 1)).not.toBe(proposed)
      }),
    )
  })
})
