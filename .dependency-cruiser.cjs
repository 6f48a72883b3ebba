const { globSync, readFileSync } = require('node:fs')

/** The sides of a feature's code. Files beside them, such as `policy.ts`, belong to both. */
const SIDES = ['server', 'web']

/** The features that each feature uses on one side, read from the imports of its files. */
const usesOf = (side) => {
  const uses = {}
  const other = side === 'server' ? 'web' : 'server'
  for (const file of globSync('src/features/**/*.{ts,tsx}')) {
    const [, , feature, folder] = file.split(/[\\/]/)
    if (folder === other || /\.test\.tsx?$/.test(file)) continue
    uses[feature] ??= new Set()
    for (const [, used] of readFileSync(file, 'utf8').matchAll(
      new RegExp(`['"](?:#features|[./]+)/([a-z]+)/${side}/`, 'g'),
    ))
      if (used !== feature) uses[feature].add(used)
  }
  return uses
}

/** Everything that a feature uses, directly or through others. */
const reach = (uses, feature, found = new Set()) => {
  for (const used of uses[feature] ?? []) if (!found.has(used)) reach(uses, used, found.add(used))
  return found
}

/**
 * Features form layers: on each side, one may use the public parts of another unless that one, directly or through
 * others, uses it. No list has to be kept, and an import that closes a circle is reported together with the
 * opposite ones. Contracts are open to all.
 */
const layers = SIDES.flatMap((side) => {
  const uses = usesOf(side)
  return Object.keys(uses).flatMap((feature) => {
    const users = Object.keys(uses).filter((name) => name !== feature && reach(uses, name).has(feature))
    return users.length === 0
      ? []
      : [
          {
            name: `layer-${feature}-${side}`,
            comment: `${users.join(', ')} use ${feature}/${side}, so it may not use them`,
            severity: 'error',
            from: {
              path: `^src/features/${feature}/(?!${side === 'server' ? 'web' : 'server'}/)`,
              pathNot: '\\.test\\.tsx?$',
            },
            to: { path: `^src/features/(${users.join('|')})/${side}/` },
          },
        ]
  })
})

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const NOT_TEST = '\\.test\\.tsx?$'

/** The modules that define schemas, other than those of forms. */
const SCHEMAS =
  '/contract(?!-form|-fields|-messages|-values)[a-z-]*\\.ts$|^src/core/(author|current-user|date-shape|query-shapes)\\.ts$'

module.exports = {
  forbidden: [
    rule('no-circles', 'No circles', {}, { circular: true }),
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
      { path: '^src/(core|server|web|features)/', pathNot: NOT_TEST },
      { path: '^src/app/' },
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
      { path: '^src/(server|app/server|features/[^/]+/server)/', pathNot: NOT_TEST },
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
        pathNot: `^src/core/(author|current-user|date-shape|query-shapes|text-shape)\\.ts$|${NOT_TEST}`,
      },
      { path: `${SCHEMAS}|node_modules/zod/|^src/core/text-shape`, dependencyTypesNot: ['type-only'] },
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
