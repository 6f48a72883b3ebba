import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { flatImportsPlugin } from './scripts/flat-imports.ts'
import { iconSpritePlugin } from './scripts/icon-sprite.ts'

// What the home page and the lists beside it need, with all that they import: in one file it is smaller than in thirty.
const FIRST_VISIT = /\/src\/app\/web\/(entry-client|pages\/(home|new|popular))\.tsx/

// Small modules that every form for a text needs.
const TEXT_FIELDS =
  /\/(Field|TextArea|MentionTextArea|MutedNotice)\.tsx|\/(return-focus|conflict-url|removal-request|refetch-post)\.ts/

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), iconSpritePlugin(), !isSsrBuild && flatImportsPlugin()],
  // The server hands these out itself, under their own names.
  publicDir: false,
  build: {
    target: 'es2023',
    // Browsers that know light-dark(), which all colors use. For older ones, `:dir(rtl)` would become a list of
    // languages, which says nothing about a text in an unmarked language.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    ...(isSsrBuild
      ? { outDir: 'dist/server', copyPublicDir: false }
      : {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: {
            input: [
              'src/app/web/entry-client.tsx',
              'src/features/identity/web/provider/passkey.ts',
              'src/features/identity/web/provider/password-meter.ts',
            ],
            output: {
              codeSplitting: {
                groups: [
                  { name: 'site', test: FIRST_VISIT },
                  { name: 'text-fields', test: TEXT_FIELDS },
                ],
              },
            },
          },
        }),
  },
  // Built, the server's pages are one file that needs nothing; in development Node loads what it can itself.
  // Vite defines the mode in the browser's build only, so the server's would contain React's development code.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  appType: 'custom',
}))
