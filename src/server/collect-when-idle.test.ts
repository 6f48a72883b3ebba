import { expect, it } from 'vitest'
import { createIdleGarbageCollector } from './collect-when-idle.ts'

const MB = 1024 * 1024

const start = () => {
  const process = { utilization: 0, heapBytes: 100 * MB, collections: 0 }
  const tick = createIdleGarbageCollector({
    readUtilization: () => process.utilization,
    readHeapBytes: () => process.heapBytes,
    collect: () => {
      process.collections += 1
      process.heapBytes = 100 * MB
    },
  })
  const wait = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) tick()
  }
  return { process, wait }
}

it('collects garbage once after a load, when the process has been quiet for two seconds', () => {
  const { process, wait } = start()
  process.heapBytes = 200 * MB
  wait(1)
  expect(process.collections).toBe(0)
  wait(60)
  expect(process.collections).toBe(1)
})

it('never collects while there is work', () => {
  const { process, wait } = start()
  process.heapBytes = 300 * MB
  process.utilization = 0.06
  wait(60)
  expect(process.collections).toBe(0)
  process.utilization = 0
  wait(1)
  process.utilization = 0.5
  wait(60)
  expect(process.collections).toBe(0)
})

it('leaves a heap alone that has hardly grown', () => {
  const { process, wait } = start()
  process.heapBytes = 120 * MB
  wait(60)
  expect(process.collections).toBe(0)
})
