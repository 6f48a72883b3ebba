import type { ImportSummary } from './import-file.ts'

/** What an import did, for people. */
export const describeImport = (summary: ImportSummary, isDryRun: boolean): string => {
  const lines = [
    `${summary.rows} rows read: ${summary.added} ${isDryRun ? 'would be added' : 'added'}, ` +
      `${summary.skipped} already there, ${summary.badRows} bad`,
    ...summary.bad.map(({ line, problem }) => `  line ${line}: ${problem}`),
  ]
  const unlisted = summary.badRows - summary.bad.length
  if (unlisted > 0) lines.push(`  and ${unlisted} more`)
  if (summary.isStopped) lines.push('Stopped; run it again to go on where it ended')
  return `${lines.join('\n')}\n`
}
