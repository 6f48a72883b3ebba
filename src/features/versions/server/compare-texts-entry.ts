import { compareTexts } from '#core/text-changes.ts'

/** The job of the worker thread that `compareTextsInWorker` starts. */
export default ({ before, after }: { before: string; after: string }) => compareTexts(before, after)
