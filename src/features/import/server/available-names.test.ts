import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReservedUsername } from '#core/reserved-usernames.ts'
import { createUsernameGenerator, getFirstContributor } from './available-names.ts'

describe('Authors of imported posts', () => {
  test('takes the first of several contributors as the author', () => {
    expect(getFirstContributor(' @ada, bob')).toBe('ada')
    expect(getFirstContributor('')).toBe('')
  })

  test('keeps a name that is a valid username', () => {
    expect(createUsernameGenerator('Ada99')(0)).toBe('Ada99')
    expect(createUsernameGenerator('José-María')(0)).toBe('JoseMaria')
  })

  test('refuses reserved words in any letter case', () => {
    for (const word of ['admin', 'Settings', 'API', 'new', 't', 'completeprofile'])
      expect(isReservedUsername(word)).toBe(true)
    expect(createUsernameGenerator('Admin')(0)).not.toBe('Admin')
  })

  test('proposes names of 3 to 20 letters and digits, different at each attempt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(8), (name, attempt) => {
        const proposed = createUsernameGenerator(name)(attempt)
        expect(proposed).toMatch(/^[A-Za-z0-9]{3,20}$/)
        expect(isReservedUsername(proposed)).toBe(false)
        expect(createUsernameGenerator(name)(attempt + 1)).not.toBe(proposed)
      }),
    )
  })
})
