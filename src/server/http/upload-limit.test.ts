import type { FastifyRequest } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import {
  acquireUploadSlots,
  completeUpload,
  countUploadSlots,
  releaseUploadSlots,
  trackUpload,
  UPLOAD_SLOT_BYTES,
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
  trackUpload(request, {
    isSlow: () => upload.isSlow,
    end: ({ message }) => {
      upload.error = message
    },
  })
  startedRequests.push(request)
  return upload
}

/** Sends the body in one-megabyte steps; returns how many steps were accepted. */
const receive = async ({ request }: { request: FastifyRequest }, megabytes: number): Promise<number> => {
  for (let count = 1; count <= megabytes; count += 1)
    try {
      await acquireUploadSlots(request, count * MEGABYTE)
    } catch {
      return count - 1
    }
  return megabytes
}
/** Sends the uploads one after the other because the slots they get depend on the order. */
const receiveEach = async (uploads: readonly { request: FastifyRequest }[]): Promise<number[]> => {
  const received = []
  for (const upload of uploads) received.push(await receive(upload, 35))
  return received
}
const FULL = 'Too many uploads are in progress. Try again in a few seconds.'

it('takes almost no slots for uploads that have not sent anything yet', async () => {
  for (let count = 0; count < 500; count += 1) await acquireUploadSlots(begin(count % 4).request, 10)
  expect(countUploadSlots()).toBe(500)
  await acquireUploadSlots(begin(9).request, UPLOAD_SLOT_BYTES + 1)
  expect(countUploadSlots()).toBe(502)
})

it('limits one account to a quarter of the slots, across all addresses', async () => {
  const receivedMegabytes = await receiveEach([1, 2, 3].map((n) => begin(7, `198.51.100.${n}`)))
  expect(receivedMegabytes).toEqual([35, 35, 10])
  expect(await receive(begin(8), 35)).toBe(35)
})

it('limits one address to a quarter of the slots, across all accounts', async () => {
  const receivedMegabytes = await receiveEach([1, 2, 3, 4].map((account) => begin(account, '2001:db8::1')))
  expect(receivedMegabytes).toEqual([35, 35, 10, 0])
  expect(await receive(begin(5, '2001:db8:0:1::1'), 35)).toBe(35)
})

it('limits all uploads together to 320 MB', async () => {
  const receivedMegabytes = await receiveEach(Array.from({ length: 10 }, (_, account) => begin(account)))
  expect(receivedMegabytes).toEqual([35, 35, 35, 35, 35, 35, 35, 35, 35, 5])
})

it('ends a stalled upload in favor of an active one, but never a complete one', async () => {
  const [stalled, complete, active] = [begin(1, '::1'), begin(2, '::1'), begin(3, '::1')]
  for (const upload of [stalled, complete]) expect(await receive(upload, 35)).toBe(35)
  completeUpload(complete.request)
  Object.assign(complete, { isSlow: true })
  expect(await receive(active, 35)).toBe(10)
  stalled.isSlow = true
  expect(await receive(active, 35)).toBe(35)
  expect([stalled.error, complete.error]).toEqual([FULL, ''])
})
