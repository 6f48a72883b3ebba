import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import { firstContributor, usernamesFor } from './author-names.ts'

describe('Authors of imported posts', () => {
  test('the first of several contributors is the author', () => {
    expect(firstContributor(' @ada, bob')).toBe('ada')
    expect(firstContributor('')).toBe('')
  })

  test('a name that already is a username stays as it is', () => {
    expect(usernamesFor('Ada99')(0)).toBe('Ada99')
    expect(usernamesFor('José-María')(0)).toBe('JoseMaria')
  })

  test('reserved words are refused, whatever the case', () => {
    for (const word of ['admin', 'Settings', 'API', 'new', 't', 'completeprofile'])
      expect(isReserved(word)).toBe(true)
    expect(usernamesFor('Admin')(0)).not.toBe('Admin')
  })

  test('every proposal is 3 to 20 letters and digits, and later ones differ', () => {
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
