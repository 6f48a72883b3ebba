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
const begun: FastifyRequest[] = []
afterEach(() => {
  for (const request of begun.splice(0)) releaseUploadSlots(request)
  expect(countUploadSlots()).toBe(0)
})

const begin = (account: number, ip = `192.0.2.${account}`) => {
  const request = { viewer: { id: account }, ip } as unknown as FastifyRequest
  const upload = { request, isSlow: false, refusal: '' }
  beginUpload(request, {
    isSlow: () => upload.isSlow,
    end: ({ message }) => {
      upload.refusal = message
    },
  })
  begun.push(request)
  return upload
}

/** How many megabytes of the body are let in, one by one. */
const bring = ({ request }: { request: FastifyRequest }, megabytes: number): number => {
  for (let count = 1; count <= megabytes; count += 1)
    try {
      acquireUploadSlots(request, count * MEGABYTE)
    } catch {
      return count - 1
    }
  return megabytes
}
const FULL = 'Too many uploads are in progress. Please try again in a few seconds.'

it('Uploads that have brought nothing hold nothing, however many there are', () => {
  for (let count = 0; count < 500; count += 1) acquireUploadSlots(begin(count % 4).request, 10)
  expect(countUploadSlots()).toBe(500)
  acquireUploadSlots(begin(9).request, SLOT_BYTES + 1)
  expect(countUploadSlots()).toBe(502)
})

it('One account holds a quarter of the slots at most, from however many addresses', () => {
  const held = [1, 2, 3].map((n) => bring(begin(7, `198.51.100.${n}`), 35))
  expect(held).toEqual([35, 35, 10])
  expect(bring(begin(8), 35)).toBe(35)
})

it('One address holds a quarter of the slots at most, with however many accounts', () => {
  const held = [1, 2, 3, 4].map((account) => bring(begin(account, '2001:db8::1'), 35))
  expect(held).toEqual([35, 35, 10, 0])
  expect(bring(begin(5, '2001:db8:0:1::1'), 35)).toBe(35)
})

it('All uploads together hold 320 MB', () => {
  const held = Array.from({ length: 10 }, (_, account) => bring(begin(account), 35))
  expect(held).toEqual([35, 35, 35, 35, 35, 35, 35, 35, 35, 5])
})

it('A body that stands still gives way to one that moves, and a whole one does not', () => {
  const [still, whole, moving] = [begin(1, '::1'), begin(2, '::1'), begin(3, '::1')]
  for (const upload of [still, whole]) expect(bring(upload, 35)).toBe(35)
  completeUpload(whole.request)
  Object.assign(whole, { isSlow: true })
  expect(bring(moving, 35)).toBe(10)
  still.isSlow = true
  expect(bring(moving, 35)).toBe(35)
  expect([still.refusal, whole.refusal]).toEqual([FULL, ''])
})
