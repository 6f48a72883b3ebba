import type { FastifyRequest } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { enterLargeBody, LARGE_BODY, leaveLargeBody } from './few-large-bodies.ts'

const entered: FastifyRequest[] = []
afterEach(() => {
  for (const request of entered.splice(0)) leaveLargeBody(request)
})

/** Whether it is let in. */
const comes = (member: number, length = LARGE_BODY + 1): boolean => {
  const headers = { 'content-length': String(length) }
  const request = { viewer: { id: member }, headers } as unknown as FastifyRequest
  try {
    enterLargeBody(request)
    entered.push(request)
    return true
  } catch {
    return false
  }
}

it('One member has two large bodies read at a time, and leaves the others theirs', () => {
  expect([comes(1), comes(1), comes(1)]).toEqual([true, true, false])
  expect([comes(2), comes(2), comes(2)]).toEqual([true, true, false])
  leaveLargeBody(entered[0] as FastifyRequest)
  expect([comes(1), comes(1)]).toEqual([true, false])
})

it('Eight are read at a time, whoever sends them, and small ones always', () => {
  const members = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  expect(members.filter((member) => comes(member))).toEqual(members.slice(0, 8))
  expect(comes(9, LARGE_BODY)).toBe(true)
})

it('A body that does not say how long it is counts as a large one', () => {
  const headers = {}
  const ask = () => enterLargeBody({ viewer: { id: 1 }, headers } as unknown as FastifyRequest)
  expect([comes(1), comes(1)]).toEqual([true, true])
  expect(ask).toThrow('Too many uploads at once')
})
