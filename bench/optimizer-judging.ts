import { fingerprintResult, judgedPrompts, optimizeJudgedPrompt } from './optimizer-prompts.ts'

/**
 * Prints each judged prompt with the built-in optimizer's result and the result's fingerprint, as input for a
 * new round of judging.
 */
for (const [index, judged] of judgedPrompts.entries()) {
  const result = optimizeJudgedPrompt(judged)
  const details = [judged.type ?? 'no type', ...judged.models].join(', ')
  console.log(
    `=== ${index + 1} (${details}) ${fingerprintResult(result)}\n${judged.prompt}\n---\n${result}\n`,
  )
}
