import { defineConfig } from 'vite'

/** Builds the command line as one file for Node 20. Only the library of the system's keychain stays outside. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['@napi-rs/keyring'] },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: { entryFileNames: 'prompt-collection.js', banner: '#!/usr/bin/env node', codeSplitting: false },
    },
  },
})
