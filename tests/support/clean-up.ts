import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs `clean` when the current test is finished or, outside of tests, when the file is. In a test, Vitest ignores
 * `afterAll` without a word.
 */
export const cleanUpAfter = (clean: () => Promise<void> | void): void => {
  if (TestRunner.getCurrentTest()) onTestFinished(clean)
  else afterAll(clean)
}
