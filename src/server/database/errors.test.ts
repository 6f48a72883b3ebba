import { describe, expect, it } from 'vitest'
import { classifyDatabaseError, isDatabaseDiskFull } from './errors.ts'

const failed = (detail: object) => Object.assign(new Error('failed'), detail)

describe('classifyDatabaseError', () => {
  it.each([
    ['57P01', 'unavailable'],
    ['57P03', 'unavailable'],
    ['53300', 'unavailable'],
    ['08006', 'unavailable'],
    ['DATABASE_UNAVAILABLE', 'unavailable'],
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['23505', 'duplicate'],
    ['23503', 'foreign_key'],
    ['22021', 'invalid_text'],
    ['22003', 'out_of_range'],
    ['54000', 'too_large'],
    ['42601', null],
  ])('classifies code %s as %s', (code, meaning) => {
    expect(classifyDatabaseError(failed({ code }))).toBe(meaning)
  })

  it.each([
    ['simple_heap_update', 'busy'],
    ['simple_heap_delete', 'busy'],
    ['heap_fetch', null],
  ])('classifies an internal error of %s as %s', (routine, meaning) => {
    expect(classifyDatabaseError(failed({ code: 'XX000', routine }))).toBe(meaning)
  })

  it('finds the code in a wrapped error', () => {
    const wrapped = new Error('Failed query', { cause: failed({ code: '40P01' }) })
    expect(classifyDatabaseError(new Error('outer', { cause: wrapped }))).toBe('busy')
  })

  it('classifies a refused connection, to one or several addresses, as unavailable', () => {
    const refused = failed({ code: 'ECONNREFUSED', syscall: 'connect' })
    expect(classifyDatabaseError(refused)).toBe('unavailable')
    expect(classifyDatabaseError(new AggregateError([refused, refused]))).toBe('unavailable')
  })

  it('distinguishes a missing socket from a missing file', () => {
    expect(classifyDatabaseError(failed({ code: 'ENOENT', syscall: 'connect' }))).toBe('unavailable')
    expect(classifyDatabaseError(failed({ code: 'ENOENT', syscall: 'open' }))).toBe(null)
  })

  it('accepts any value, including a circular cause', () => {
    const circular = failed({ code: 1 })
    circular.cause = circular
    for (const thing of [null, undefined, 'x', 3, {}, circular])
      expect(classifyDatabaseError(thing)).toBe(null)
  })

  it('recognizes a full disk of the database', () => {
    expect(isDatabaseDiskFull(new Error('Migration failed', { cause: failed({ code: '53100' }) }))).toBe(true)
    expect(isDatabaseDiskFull(failed({ code: '57P01' }))).toBe(false)
  })
})
