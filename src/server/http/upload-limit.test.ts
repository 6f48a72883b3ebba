import type { FastifyRequest } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import {
  acquireUploadSlots,
  beginUpload,
  completeUpload,
  countUploadSlots,
  releaseUploadSlots,
  SLOT_BYTES,
} from './upload-limit.ts'

const MEGABYTE = 1024 * 1024
const startedRequests: FastifyRequest[] = []
afterEach(() => {
  for (const request of startedRequests.splice(0)) releaseUploadSlots(request)
  expect(countUploadSlots()).toBe(0)
})

const begin = (account: number, ip = `192.0.2.${account}`) => {
  const request = { viewer: { id: account }, ip } as unknown as FastifyRequest
  const upload = { request, isSlow: false, error: '' }
  beginUpload(request, {
    isSlow: () => upload.isSlow,
    end: ({ message }) => {
      upload.error = message
    },
  })
  startedRequests.push(request)
  return upload
}

/** Feeds the body in steps of one megabyte; returns how many were accepted. */
const receive = ({ request }: { request: FastifyRequest }, megabytes: number): number => {
  for (let count = 1; count <= megabytes; count += 1)
    try {
      acquireUploadSlots(request, count * MEGABYTE)
    } catch {
      return count - 1
    }
  return megabytes
}
const FULL = 'Too many uploads are in progress. Try again in a few seconds.'

it('takes almost no slots for uploads that have not sent anything yet', () => {
  for (let count = 0; count < 500; count += 1) acquireUploadSlots(begin(count % 4).request, 10)
  expect(countUploadSlots()).toBe(500)
  acquireUploadSlots(begin(9).request, SLOT_BYTES + 1)
  expect(countUploadSlots()).toBe(502)
})

it('limits one account to a quarter of the slots, across all addresses', () => {
  const receivedMegabytes = [1, 2, 3].map((n) => receive(begin(7, `198.51.100.${n}`), 35))
  expect(receivedMegabytes).toEqual([35, 35, 10])
  expect(receive(begin(8), 35)).toBe(35)
})

it('limits one address to a quarter of the slots, across all accounts', () => {
  const receivedMegabytes = [1, 2, 3, 4].map((account) => receive(begin(account, '2001:db8::1'), 35))
  expect(receivedMegabytes).toEqual([35, 35, 10, 0])
  expect(receive(begin(5, '2001:db8:0:1::1'), 35)).toBe(35)
})

it('limits all uploads together to 320 MB', () => {
  const receivedMegabytes = Array.from({ length: 10 }, (_, account) => receive(begin(account), 35))
  expect(receivedMegabytes).toEqual([35, 35, 35, 35, 35, 35, 35, 35, 35, 5])
})

it('ends a stalled upload in favor of an active one, but never a complete one', () => {
  const [stalled, complete, active] = [begin(1, '::1'), begin(2, '::1'), begin(3, '::1')]
  for (const upload of [stalled, complete]) expect(receive(upload, 35)).toBe(35)
  completeUpload(complete.request)
  Object.assign(complete, { isSlow: true })
  expect(receive(active, 35)).toBe(10)
  stalled.isSlow = true
  expect(receive(active, 35)).toBe(35)
  expect([stalled.error, complete.error]).toEqual([FULL, ''])
})
