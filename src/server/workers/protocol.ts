import type { Registry } from 'prom-client'
import type { Job, RejectionReason, WorkQueueOptions } from '../work-queue.ts'

/** The options of a work queue, in a form that can be sent to another process. */
export type SharedQueueSettings = Omit<WorkQueueOptions, 'compare' | 'refuse'> & {
  order?: 'processing-time' | 'job-count'
}
type SharedJob = Omit<Job, 'signal'>

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What the leader does for its workers. */
export type LeaderMethods = {
  /** The worker accepts requests. */
  ready: (input: null) => void
  /** The worker cannot start, and why. */
  fail: (message: string) => void
  /** Resolves when the job may start; null means that it may. */
  joinQueue: (input: {
    id: number
    queue: SharedQueueSettings
    job: SharedJob
  }) => Promise<RejectionReason | null>
  /** The job has ended, or no longer waits. */
  leaveQueue: (id: number) => void
  isQueueFull: (queue: SharedQueueSettings) => boolean
  beginUpload: (input: { id: number; owners: readonly string[] }) => void
  /** Returns false if there are not enough slots. */
  takeUploadSlots: (input: { id: number; slots: number }) => boolean
  reportUploadRate: (input: { id: number; isSlow: boolean }) => void
  endUpload: (id: number) => void
  /** Returns the sum of all workers' metrics. */
  collectMetrics: (input: null) => Promise<string>
}

/** What a worker does for its leader. */
export type WorkerMethods = {
  /** Returns this worker's own metrics. */
  metrics: (input: null) => Promise<MetricValues>
  /** Another upload needs the slots of this one. */
  preemptUpload: (id: number) => void
}
