// Runs the official conformance suite of the Model Context Protocol against the site's endpoint and its authorization
// server, and connects programs as the page for developers says: `npm run test:mcp`. npm downloads the suite and the
// programs into its own cache (docs/decisions/0163).
import { fromRoot, nodePath } from './paths.mjs'
import { runNpm } from './run.mjs'

const PACKAGES = [
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@anthropic-ai/claude-code@2.1.332',
  'mcporter@0.12.3',
]

process.env.MCP_CONFORMANCE = 'true'
const vitest = fromRoot('node_modules/vitest/vitest.mjs')
const test = [
  nodePath,
  vitest,
  'run',
  '--project',
  'unit',
  'tests/mcp-conformance.test.ts',
  'tests/mcp-programs.test.ts',
]
process.exit(
  await runNpm([
    'exec',
    '--yes',
    '--allow-scripts=@anthropic-ai/claude-code',
    ...PACKAGES.map((name) => `--package=${name}`),
    '--',
    ...test,
  ]),
)
