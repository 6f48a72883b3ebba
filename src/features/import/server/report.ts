import type { ImportSummary } from './import-file.ts'

/** Describes the result of an import for the command line. */
export const describeImport = (summary: ImportSummary, isDryRun: boolean): string => {
  const lines = [
    `${summary.rows} rows read: ${summary.added} ${isDryRun ? 'would be added' : 'added'}, ` +
      `${summary.skipped} already there, ${summary.badRows} bad`,
    ...summary.bad.map(({ line, problem }) => `  line ${line}: ${problem}`),
  ]
  const unlisted = summary.badRows - summary.bad.length
  if (unlisted > 0) lines.push(`  and ${unlisted} more`)
  if (summary.isStopped) lines.push('Stopped. Run it again to continue.')
  return `${lines.join('\n')}\n`
}
