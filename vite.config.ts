import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { stripContractSchemas } from './scripts/strip-contract-schemas.ts'

// What the home page needs, with all that it imports: in one file it is smaller than in thirty.
const FIRST_VISIT = /\/src\/app\/web\/(entry-client|pages\/home)\.tsx/

// What only forms need; the group above would take it along, since contracts name it.
const FORMS = /\/node_modules\/zod\/|\/contract-form\.ts$|\/core\/text-shape\.ts$/

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), stripContractSchemas(), tailwindcss()],
  // The server hands these out itself, under their own names.
  publicDir: false,
  build: {
    target: 'es2023',
    ...(isSsrBuild
      ? { outDir: 'dist/server', copyPublicDir: false }
      : {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: {
            input: 'src/app/web/entry-client.tsx',
            output: {
              codeSplitting: {
                groups: [
                  // What forms and the first visit both need belongs to the visit.
                  { name: 'site', test: /\/src\/(core\/(?!text-shape)|features\/catalogue\/)/, priority: 2 },
                  { name: 'forms', test: FORMS, priority: 1 },
                  { name: 'site', test: FIRST_VISIT },
                ],
              },
            },
          },
        }),
  },
  // Built, the server's pages are one file that needs nothing; in development Node loads what it can itself.
  ...(command === 'build' && { ssr: { noExternal: true } }),
  appType: 'custom',
}))
