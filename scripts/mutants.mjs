// Changes the code of a room in many small ways and lists the changes that no test notices: `npm run test:mutants -- ROOM`,
// or all rooms, one after another. File names after the room restrict it to these files (docs/decisions/0118).
import { fromRoot, nodePath } from './paths.mjs'
import { runProgram } from './run.mjs'

/** The code of each room, and the tests that can notice its mutants: each mutant loads all of them. */
const rooms = {
  core: { code: ['src/core/**/*.ts'], tests: ['src/core/**/*.test.ts', 'src/features/*/*.test.ts'] },
  features: {
    code: [
      'src/features/*/policy.ts',
      'src/features/results/wilson.ts',
      'src/features/votes/next-vote.ts',
      'src/features/notifications/contract-messages.ts',
    ],
    tests: ['src/features/*/*.test.ts', 'src/features/*/web/**/*.test.ts'],
  },
  'hidden-text': {
    code: ['packages/hidden-text/src/**/*.ts'],
    tests: ['packages/hidden-text/src/**/*.test.ts'],
  },
  'prompt-blanks': {
    code: ['packages/prompt-blanks/src/**/*.ts'],
    tests: ['tests/prompt-blanks.test.ts', 'tests/prompt-messages.test.ts'],
  },
  'prompt-rules': {
    code: ['packages/prompt-rules/src/**/*.ts'],
    // Thousands of random prompts for each mutant would take hours.
    tests: [
      'packages/prompt-rules/src/**/!(optimizer-properties).test.ts',
      'tests/optimizer-prompts.test.ts',
    ],
  },
}

const mutate = (room, files) => {
  const { code, tests } = rooms[room]
  const chosen = files.length > 0 ? files : [...code, '!**/*.test.ts']
  return runProgram(
    nodePath,
    [fromRoot('node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', '--mutate', chosen.join()],
    { env: { MUTANT_TESTS: tests.join() } },
  )
}

const [room, ...files] = process.argv.slice(2)
if (room && !rooms[room]) {
  console.error(`There is no room ${room}. The rooms are ${Object.keys(rooms).join(', ')}.`)
  process.exit(1)
}
let failed = 0
for (const each of room ? [room] : Object.keys(rooms)) failed ||= await mutate(each, files)
process.exit(failed)
