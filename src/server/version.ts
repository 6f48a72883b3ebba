import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.ts'

/** The version of the site, such as `1.2.0`, from package.json. */
export const siteVersion: string = JSON.parse(
  readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
).version
