import { describe, expect, it } from 'vitest'
import { databaseMeaning } from './errors.ts'

const failed = (detail: object) => Object.assign(new Error('failed'), detail)

describe('a failed query', () => {
  it.each([
    ['57P01', 'away'],
    ['57P03', 'away'],
    ['53300', 'away'],
    ['08006', 'away'],
    ['DATABASE_UNAVAILABLE', 'away'],
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['23505', 'duplicate'],
    ['23503', 'gone'],
    ['22021', 'bad-text'],
    ['22003', 'out-of-range'],
    ['54000', 'too-large'],
    ['42601', null],
  ])('with code %s means %s', (code, meaning) => {
    expect(databaseMeaning(failed({ code }))).toBe(meaning)
  })

  it('is understood when it is wrapped', () => {
    const wrapped = new Error('Failed query', { cause: failed({ code: '40P01' }) })
    expect(databaseMeaning(new Error('outer', { cause: wrapped }))).toBe('busy')
  })

  it('means the database is away when nobody listens at any of its addresses', () => {
    const refused = failed({ code: 'ECONNREFUSED', syscall: 'connect' })
    expect(databaseMeaning(refused)).toBe('away')
    expect(databaseMeaning(new AggregateError([refused, refused]))).toBe('away')
  })

  it('is told apart from a missing file', () => {
    expect(databaseMeaning(failed({ code: 'ENOENT', syscall: 'connect' }))).toBe('away')
    expect(databaseMeaning(failed({ code: 'ENOENT', syscall: 'open' }))).toBe(null)
  })

  it('may be anything', () => {
    const circle = failed({ code: 1 })
    circle.cause = circle
    for (const thing of [null, undefined, 'x', 3, {}, circle]) expect(databaseMeaning(thing)).toBe(null)
  })
})
