const { readFileSync } = require('node:fs')

/** The features in the order in which they build on each other. */
const declaration = readFileSync('src/app/server/features.ts', 'utf8').split('export const features')[1]
const order = Array.from(declaration.split('\n}')[0].matchAll(/^ {2}'?([a-z-]+)'?: \{/gm), ([, name]) => name)

/** A feature imports nothing of a later one, on no side and not even from its contract. */
const layers = order.map((name, index) => ({
  name: `layer-${name}`,
  comment: `In src/app/server/features.ts, ${name} comes before the feature that it imports from`,
  severity: 'error',
  from: { path: `^src/features/${name}/`, pathNot: '\\.test\\.tsx?$' },
  to: {
    path: '^src/features/[^/]+/',
    pathNot: `^src/features/(${order.slice(0, index + 1).join('|')})/`,
  },
}))

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const NOT_TEST = '\\.test\\.tsx?$'

/** The modules that define schemas, other than those of forms. */
const SCHEMAS =
  '/contract(?!-form|-fields|-messages|-values)[a-z-]*\\.ts$|^src/core/(author|bulk-schemas|comment|current-user|date-schema|fixed-field-schema|query-schemas)\\.ts$'

module.exports = {
  forbidden: [
    rule('no-circles', 'No circles', { pathNot: '^packages/client/src/generated/' }, { circular: true }),
    rule(
      'core-alone',
      'core imports nothing of ours',
      { path: '^src/core/', pathNot: NOT_TEST },
      { path: '^(src/(?!core/)|database/|tests/)' },
    ),
    rule(
      'packages-alone',
      'Packages know nothing of the site',
      { path: '^packages/' },
      { path: '^(src|database|tests|bench|scripts)/' },
    ),
    rule(
      'server-on-core',
      'server knows only core',
      { path: '^src/server/', pathNot: NOT_TEST },
      { path: '^(src/(features|web|app)/|database/)' },
    ),
    rule(
      'web-on-core',
      'web knows only core',
      { path: '^src/web/', pathNot: NOT_TEST },
      { path: '^(src/(features|server|app)/|database/)' },
    ),
    rule(
      'nothing-imports-app',
      'app composes; nothing imports it',
      { path: '^src/(core|server|web|features|use-cases)/', pathNot: NOT_TEST },
      { path: '^src/app/' },
    ),
    rule(
      'use-cases-above-features',
      'Use cases combine features; only the server side of app knows them',
      { path: '^src/(core|server|web|features|app/web)/', pathNot: NOT_TEST },
      { path: '^src/use-cases/' },
    ),
    rule(
      'use-cases-without-routes',
      'A use case takes the steps of a feature, not its HTTP',
      { path: '^src/use-cases/', pathNot: NOT_TEST },
      { path: '^src/features/[^/]+/server/.*routes\\.ts$' },
    ),
    rule(
      'web-not-server',
      'Nothing of web reaches server',
      { path: '^src/(web|app/web|features/[^/]+/web)/', pathNot: NOT_TEST },
      { path: '^src/(server|app/server|features/[^/]+/server)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'server-not-web',
      'Nothing of server reaches web',
      { path: '^src/(server|app/server|use-cases|features/[^/]+/server)/', pathNot: NOT_TEST },
      { path: '^src/(web|app/web|features/[^/]+/web)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'contract-is-pure',
      'A contract imports core and contracts',
      { path: '/contract[a-z-]*\\.ts$' },
      { path: '^src/', pathNot: '^src/core/|/contract[a-z-]*\\.ts$' },
    ),
    rule(
      'web-no-schemas',
      'The browser needs the types of a contract only; its values are in contract-fields.ts, contract-messages.ts and contract-values.ts',
      { path: '^src/(web/|app/web/|features/[^/]+/(web/|policy))', pathNot: NOT_TEST },
      { path: SCHEMAS, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'values-without-schemas',
      'What the browser uses does not load zod, except for forms',
      {
        path: '/contract-(fields|messages|values)\\.ts$|^src/core/',
        pathNot: `^src/core/(author|bulk-schemas|comment|current-user|date-schema|fixed-field-schema|query-schemas|skill-schema|text-schema)\\.ts$|${NOT_TEST}`,
      },
      {
        path: `${SCHEMAS}|node_modules/zod/|^src/core/(?:skill|text)-schema`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'own-store',
      "Another feature's store and routes are its own",
      { path: '^src/features/([^/]+)/', pathNot: NOT_TEST },
      { path: '^src/features/[^/]+/server/(store|routes)\\.ts$', pathNot: '^src/features/$1/' },
    ),
    rule(
      'sql-in-stores',
      'SQL only in stores, *-query files and the database room',
      { path: '^src/', pathNot: `^src/server/database/|${NOT_TEST}` },
      { path: 'node_modules/(pg|pg-cursor|pg-connection-string|sql-template-tag)/' },
    ),
    ...layers,
    rule(
      'feature-in-order',
      'The folder is missing in the order of src/app/server/features.ts',
      { path: '^src/features/', pathNot: `^src/features/(${order.join('|')})/` },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
