// Runs the official conformance suite of the Model Context Protocol against the site's endpoint and its authorization
// server: `npm run test:mcp`. npm downloads the suite into its own cache (docs/decisions/0163).
import { fromRoot, nodePath } from './paths.mjs'
import { runNpm } from './run.mjs'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

process.env.MCP_CONFORMANCE = 'true'
const vitest = fromRoot('node_modules/vitest/vitest.mjs')
const test = [nodePath, vitest, 'run', '--project', 'unit', 'tests/mcp-conformance.test.ts']
process.exit(await runNpm(['exec', '--yes', `--package=${SUITE}`, '--', ...test]))
