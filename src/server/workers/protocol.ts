import type { Registry } from 'prom-client'
import type { RejectionReason, WorkQueueJob, WorkQueueOptions } from '../work-queue.ts'

/** The options of a work queue, in a form that can be sent to another process. */
export type SharedQueueSettings = Omit<WorkQueueOptions, 'compare' | 'refuse'> & {
  order?: 'processing-time' | 'job-count'
}
type SharedJob = Omit<WorkQueueJob, 'signal'>

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The methods that the leader offers to its workers. */
export type LeaderMethods = {
  /** Reports that the worker accepts requests. */
  ready: (input: null) => void
  /** Reports that the worker cannot start, with the reason. */
  fail: (message: string) => void
  /** Resolves with null when the job may start, or with the reason for its rejection. */
  joinQueue: (input: {
    id: number
    queue: SharedQueueSettings
    job: SharedJob
  }) => Promise<RejectionReason | null>
  /** Reports that the job has finished or no longer waits. */
  leaveQueue: (id: number) => void
  isQueueFull: (queue: SharedQueueSettings) => boolean
  beginUpload: (input: { id: number; owners: readonly string[] }) => void
  /** Takes slots for an upload. Returns false if there are not enough. */
  takeUploadSlots: (input: { id: number; slots: number }) => boolean
  reportUploadRate: (input: { id: number; isSlow: boolean }) => void
  endUpload: (id: number) => void
  /** Returns the sum of all workers' metrics. */
  collectMetrics: (input: null) => Promise<string>
}

/** The methods that a worker offers to its leader. */
export type WorkerMethods = {
  /** Returns this worker's own metrics. */
  metrics: (input: null) => Promise<MetricValues>
  /** Aborts this upload because another one needs its slots. */
  preemptUpload: (id: number) => void
}
