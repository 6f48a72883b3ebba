import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { iconSpritePlugin } from './scripts/icon-sprite.ts'

/** The tests of pure functions, which need no database and no browser, for `npm run test:mutants` (scripts/mutants.mjs). */
export default defineConfig({
  plugins: [iconSpritePlugin()],
  // Stryker changes a copy of the project; the link in node_modules would lead to the unchanged package.
  resolve: {
    alias: {
      // The longer names come first, because a shorter one also stands for what begins with it.
      '@prompt-collection/prompt-blanks/messages': fileURLToPath(
        new URL('packages/prompt-blanks/src/messages.ts', import.meta.url),
      ),
      '@prompt-collection/prompt-blanks/read-by-form': fileURLToPath(
        new URL('packages/prompt-blanks/src/read-by-form.ts', import.meta.url),
      ),
      '@prompt-collection/prompt-blanks/split-by-form': fileURLToPath(
        new URL('packages/prompt-blanks/src/split-by-form.ts', import.meta.url),
      ),
      '@prompt-collection/prompt-blanks': fileURLToPath(
        new URL('packages/prompt-blanks/src/index.ts', import.meta.url),
      ),
      '@prompt-collection/prompt-rules': fileURLToPath(
        new URL('packages/prompt-rules/src/index.ts', import.meta.url),
      ),
    },
  },
  test: {
    // Tests that measure time take long, and say nothing about results.
    testNamePattern: /^(?!.*(linear|little) time)/,
    testTimeout: 15_000,
    include: process.env.MUTANT_TESTS?.split(',') ?? [],
  },
})
