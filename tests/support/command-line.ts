import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { afterAll } from 'vitest'
import { projectRoot } from '#server/project-root.ts'

/** The oldest Node on which the command line has to run, if this machine has it; otherwise that of the tests. */
const findNode = (): string => {
  const candidates = ['node', '/usr/bin/node', '/usr/local/bin/node']
  const isOldest = (name: string) => {
    try {
      return /^v20\./.test(execFileSync(name, ['--version'], { encoding: 'utf8' }))
    } catch {
      return false
    }
  }
  return candidates.find(isOldest) ?? process.execPath
}

export type Outcome = { code: number | null; stdout: string; stderr: string }

export type CommandOptions = {
  cwd?: string
  env?: Record<string, string>
  input?: string
  /** Gets the process as soon as it runs. */
  onStart?: (child: ChildProcess) => void
}

/**
 * Builds the command line as it is published, and returns a function that runs it in a process of its own, with its own
 * settings and without the keychain of this machine.
 */
export const buildCommandLine = async () => {
  mkdirSync(path.join(projectRoot, 'test-results'), { recursive: true })
  const root = mkdtempSync(path.join(projectRoot, 'test-results/cli-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const packageRoot = path.join(projectRoot, 'packages/cli')
  await build({
    configFile: path.join(packageRoot, 'vite.config.ts'),
    build: { outDir: path.join(root, 'package/dist') },
  })
  writeFileSync(path.join(root, 'package/package.json'), readFileSync(path.join(packageRoot, 'package.json')))
  const program = path.join(root, 'package/dist/prompt-collection.js')
  const node = findNode()
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    PROMPT_COLLECTION_CONFIG_DIR: path.join(root, 'settings'),
    PROMPT_COLLECTION_NO_KEYCHAIN: 'true',
  }
  const run = (words: string[], options: CommandOptions = {}): Promise<Outcome> => {
    const child = spawn(node, [program, ...words], {
      cwd: options.cwd ?? root,
      env: { ...environment, ...options.env },
      stdio: 'pipe',
    })
    options.onStart?.(child)
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => (output.stdout += chunk))
    child.stderr.on('data', (chunk) => (output.stderr += chunk))
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...output })))
  }
  let count = 0
  /** Creates a folder with files. */
  const createFolder = (files: Record<string, string | Buffer> = {}): string => {
    count += 1
    const folder = path.join(root, `folder-${count}`)
    mkdirSync(folder)
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), content)
    }
    return folder
  }
  /** Creates a folder in which `npx prompt-collection` runs this command line. */
  const installLocally = () => {
    const cwd = createFolder({ 'package.json': '{}', 'node_modules/.bin/.keep': '' })
    symlinkSync(program, path.join(cwd, 'node_modules/.bin/prompt-collection'))
    chmodSync(program, 0o755)
    return { cwd, environment: { ...environment, PATH: `${path.dirname(node)}:${environment.PATH}` } }
  }
  return { run, createFolder, installLocally, settings: environment.PROMPT_COLLECTION_CONFIG_DIR }
}
