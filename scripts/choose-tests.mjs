// Chooses the tests that a change can have broken. These functions are pure; related-tests.mjs finds the changed files
// and the imports.

/** Files that every test depends on although none imports them. */
const CONCERNS_EVERYTHING =
  /^(package(-lock)?\.json|(vite|vitest|playwright)\.config\.ts|tsconfig\.json|database\/migrations\/)/

/** The tests that read the whole source code or call every endpoint. */
const CONCERNED_BY_EVERYTHING = /^tests\/[^/]+\.test\.ts$/

/** Tests of the whole site that take a third of the time of all, so that they run with `npm test` only. */
const TAKES_LONG = /^tests\/races\.test\.ts$/

/** Code that works for every page, styles, and the visits themselves. */
const CONCERNS_ALL_PAGES =
  /^(src\/(core|server|web|use-cases|app\/server)\/|packages\/|scripts\/build\.mjs$|scripts\/icon-sprite\.ts$|tests\/browser\/(support\/|pages\.spec\.ts$))|^src\/.*\.css$/

/** Code that only the browser and the renderer of pages run, and texts that nothing reads but the check. */
const BROWSER_CODE = /^(src\/(web|app\/web|features\/[^/]+\/web)|docs\/(spec|decisions)|\.changeset)\//
/** Code that pages get their data from, and that cannot change how they look or what can be opened on them. */
const SERVER_CODE =
  /^(src\/(server|use-cases|app\/server|features\/[^/]+\/server)|packages\/embedded-postgres)\//
const SITE = 'src/app/server/build-app.ts'
const RENDERER = 'src/app/web/entry-server.tsx'

const TEST = /\.(test\.tsx?|spec\.ts)$/
const FEATURE = /^src\/features\/([^/]+)\//
const SIDE = /^src\/features\/[^/]+\/(server|web)\//
const USE_CASE = /^src\/use-cases\//
const PAGE = /^src\/app\/web\/pages\/(.+)\.tsx$/

/** The page that is visited for what every page has around it, because it has little else. */
const FRAME_PAGE = 'about'

const featureOf = (file) => FEATURE.exec(file)?.[1]
const sideOf = (file) => SIDE.exec(file)?.[1]

/** Returns the files of `dependents`, and those that import them through files that `isFollowed` accepts. */
const followImports = (files, dependents, isFollowed) => {
  const found = new Set(files)
  for (const file of found)
    if (files.includes(file) || isFollowed(file))
      for (const dependent of dependents.get(file) ?? []) found.add(dependent)
  return [...found]
}

/** Returns each test to run with the reason for it. */
const chooseTestFiles = (changed, dependents) => {
  // Tests of other features also import the whole site, which composes every feature. That is not followed, or every
  // change would concern every test.
  const importers = new Set(followImports(changed, dependents, (file) => !file.startsWith('src/app/')))
  const serverTests = new Set(followImports([SITE], dependents, () => true))
  const pageTests = new Set(followImports([RENDERER], dependents, () => true))
  const isBrowserCode = changed.every((file) => BROWSER_CODE.test(file))
  // Code of the server and of the browser never import each other.
  const isOfSameSide = (test, file) =>
    pageTests.has(test) || sideOf(test) === sideOf(file) || !sideOf(test) || !sideOf(file)
  const belongsToChange = (test) =>
    changed.some((file) => featureOf(file) && featureOf(file) === featureOf(test) && isOfSameSide(test, file))
  const useCases = changed.filter((file) => USE_CASE.test(file))
  const combined = new Set(
    [...dependents].flatMap(([file, importing]) =>
      featureOf(file) && importing.some((each) => useCases.includes(each)) ? [featureOf(file)] : [],
    ),
  )
  const isUnaffected = (file) => isBrowserCode && serverTests.has(file) && !pageTests.has(file)
  const reasonFor = (file) => {
    if (changed.includes(file)) return 'have changed'
    // These call the endpoints of their feature through the whole site.
    if (belongsToChange(file)) return `belong to ${featureOf(file)}`
    if (combined.has(featureOf(file)) && sideOf(file) === 'server')
      return `belong to features that ${useCases.join(', ')} combines`
    if (importers.has(file)) return 'import what has changed'
    if (USE_CASE.test(file) && importers.has(file.replace('.test.ts', '.ts')))
      return 'belong to use cases that import what has changed'
    // Endpoints do not change with the code of the browser.
    return CONCERNED_BY_EVERYTHING.test(file) && !TAKES_LONG.test(file) && !isUnaffected(file)
      ? 'read all files or concern the whole site'
      : null
  }
  return [...dependents.keys()]
    .filter((file) => TEST.test(file))
    .flatMap((file) => {
      const reason = reasonFor(file)
      return reason ? [{ name: file, reason }] : []
    })
}

/**
 * Returns the pages that one changed file concerns, with the reason. A page belongs to the features that its modules in
 * `src/app/web` import, because the app composes all pages: their screens, and the data that their routes load.
 */
const choosePagesOfFile = (file, dependents, pages) => {
  const all = (reason) => pages.map((name) => ({ name, reason }))
  if (CONCERNS_ALL_PAGES.test(file)) return all(`depend on ${file}`)
  if (!file.startsWith('src/') || TEST.test(file)) return []
  const feature = featureOf(file)
  const start = feature ? [...dependents.keys()].filter((each) => featureOf(each) === feature) : [file]
  const pagesThrough = (folder) => {
    const found = followImports(start, dependents, (each) => each.startsWith(folder))
    return pages.filter((name) => found.some((each) => PAGE.exec(each)?.[1] === name))
  }
  const composed = pagesThrough('src/app/web/')
  if (composed.length > 0)
    return composed.map((name) => ({ name, reason: feature ? `show ${feature}` : `import ${file}` }))
  // A file of the app that no page imports is part of what is around them.
  if (!feature) return all(`have ${file} around them`)
  const indirect = pagesThrough('src/')
  if (indirect.length > 0)
    return indirect.map((name) => ({ name, reason: `show features that import ${feature}` }))
  return [{ name: FRAME_PAGE, reason: `have the frame of all pages (no page shows ${feature})` }]
}

/**
 * Chooses the tests and the pages to visit for these changed files. `dependents` has for each file those that import it.
 * `everything` is the first changed file that concerns all tests, if there is one. `areVisitsShort` says that only data of
 * the pages can have changed, so that they need not be seen in all widths and themes and with everything open.
 */
export const chooseTests = (changed, dependents) => {
  const everything = changed.find((file) => CONCERNS_EVERYTHING.test(file))
  if (everything) return { everything, tests: [], pages: [], areVisitsShort: false }
  const allPages = [...dependents.keys()].flatMap((file) => PAGE.exec(file)?.[1] ?? [])
  const pages = new Map()
  let areVisitsShort = true
  for (const file of changed)
    for (const page of choosePagesOfFile(file, dependents, allPages)) {
      if (!SERVER_CODE.test(file)) areVisitsShort = false
      if (!pages.has(page.name)) pages.set(page.name, page)
    }
  return { tests: chooseTestFiles(changed, dependents), pages: [...pages.values()], areVisitsShort }
}

/** Says what was chosen and why, one line for each reason. */
export const describeChoice = ({ everything, tests, pages, areVisitsShort }) => {
  if (everything) return [`All tests, because ${everything} concerns everything`]
  const list = (kind, chosen) =>
    [...new Set(chosen.map(({ reason }) => reason))].map((reason) => {
      const names = chosen.filter((each) => each.reason === reason).map(({ name }) => name)
      return `${kind} that ${reason} (${names.length}): ${names.join(', ')}`
    })
  return [
    ...list('Tests', tests),
    ...list('Pages', pages),
    ...(pages.length > 0 && areVisitsShort
      ? ['Nothing is opened on these pages, because only code of the server has changed']
      : []),
    ...(pages.length === 0 ? ['No page, because no code of the site has changed'] : []),
  ]
}
