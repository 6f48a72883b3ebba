import { describe, expect, it } from 'vitest'
import { listStoredEmailForms, normalizeEmail, normalizeEmailDomain } from './email-address.ts'

describe('An email', () => {
  it.each([
    'u@bücher.example',
    'U@BÜCHER.example.',
    'u@xn--bcher-kva.example',
    'u@XN--BCHER-KVA.EXAMPLE.',
    ' u@bücher。example ',
    'u@bu\u0308cher.example',
    'u@bücher．example',
  ])('has one form for one mailbox: %s', (email) => {
    expect(normalizeEmail(email)).toBe('u@xn--bcher-kva.example')
  })

  it.each(['not an email', 'u@', '@', 'u@exa%6dple.org', 'u@a b', 'a@b@exam_ple.org', 'u@example.org'])(
    'is not decoded into another one: %s',
    (email) => {
      expect(normalizeEmail(email)).toBe(email)
    },
  )

  it('keeps the part before the @ as it is', () => {
    expect(normalizeEmailDomain('Bücher.K@BÜCHER.example')).toBe('Bücher.K@xn--bcher-kva.example')
  })

  it('is found in the forms in which it was stored before, the typed one first', () => {
    expect(listStoredEmailForms('U@Bücher.example.')).toEqual([
      'u@bücher.example.',
      'u@xn--bcher-kva.example',
      'u@bücher.example',
      'u@xn--bcher-kva.example.',
    ])
  })
})
