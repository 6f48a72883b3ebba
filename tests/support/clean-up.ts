import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs `clean` when the current test is finished or, outside of tests, when the file is. Vitest silently ignores an
 * `afterAll` that is called within a test.
 */
export const cleanUpAfter = (clean: () => Promise<void> | void): void => {
  if (TestRunner.getCurrentTest()) onTestFinished(clean)
  else afterAll(clean)
}
