import { formatCountWithNoun } from './format-count-with-noun.ts'

/** UI strings for the Jobs tab. */
export const jobTexts = {
  failedJobs: 'Failed jobs',
  allJobs: 'All jobs',
  jobColumns: ['Job', 'Waiting', 'Running', 'Failed', 'Last completed'],
  never: 'Not in the last week',
  runs: (count: number) => `ran ${formatCountWithNoun(count, 'time')}`,
  noJobError: 'The job ended without an error message.',
  retry: 'Retry',
  retryNamed: (name: string) => `Retry ${name}`,
  retried: (name: string) => `${name} will run again`,
} as const
