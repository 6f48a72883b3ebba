import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './config.ts'
import { projectRoot } from './project-root.ts'

/**
 * Loads the project's `.env` file; variables that are already set take precedence. The file may begin with a byte order
 * mark, as editors on Windows write it. Throws `ConfigError` if it is not UTF-8 text.
 */
export const loadEnvironment = (root = projectRoot): NodeJS.ProcessEnv => {
  const file = path.join(root, '.env')
  if (existsSync(file)) {
    for (const [name, value] of Object.entries(parseEnv(decodeEnvFile(file)))) process.env[name] ??= value
  }
  return process.env
}

const decodeEnvFile = (file: string): string => {
  let text: string
  try {
    // The decoder removes the byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ConfigError(`${file} is not UTF-8 text. Save it with the encoding UTF-8.`)
  }
  if (text.includes('\0'))
    throw new ConfigError(`${file} is not UTF-8 text. Save it with the encoding UTF-8.`)
  return text.replace(/\r\n?/g, '\n')
}
