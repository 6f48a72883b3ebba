import { defineConfig } from 'vitest/config'
import { iconSpritePlugin } from './scripts/icon-sprite.ts'

/** The tests of pure functions, which need no database and no browser, for `npm run test:mutants`. */
export default defineConfig({
  plugins: [iconSpritePlugin()],
  test: {
    // Tests that measure time take long, and say nothing about results.
    testNamePattern: /^(?!.*(linear|little) time)/,
    testTimeout: 15_000,
    include: [
      'src/core/**/*.test.ts',
      'src/features/*/*.test.ts',
      'src/features/*/web/**/*.test.ts',
      'src/web/**/*.test.ts',
      'packages/prompt-rules/**/*.test.ts',
    ],
    // Thousands of random prompts for each mutant would take hours.
    exclude: ['packages/prompt-rules/src/optimizer-properties.test.ts'],
  },
})
