import { fingerprintOf, judgedPrompts, resultOf } from './optimizer-prompts.ts'

/** Prints each prompt of the set and what the rules make of it, to be judged, with the fingerprint of the result. */
for (const [at, given] of judgedPrompts.entries()) {
  const result = resultOf(given)
  const about = [given.type ?? 'no type', ...given.models].join(', ')
  console.log(`=== ${at + 1} (${about}) ${fingerprintOf(result)}\n${given.prompt}\n---\n${result}\n`)
}
