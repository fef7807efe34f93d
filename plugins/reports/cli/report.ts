import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Kernel } from 'stoa'
import { CliError, family, leaf, note, printData, type SharedOptions, withKernel } from 'stoa/cli'
import { checkFacts, tryFacts } from '../services/files/check-facts.ts'
import { readReportFile } from '../services/files/load-report-files.ts'
import { type FileProblem, formatProblem } from '../services/files/report-file.ts'

/** `stoa report`: reports in files of the shop. */
export function command(): Command {
  return family('report', 'Check report files', check())
}

function check(): Command {
  return leaf(
    'check',
    'Check a report file, its statement and what it reads',
    'stoa report check reports/sales_by_country.json',
    'stoa report check reports/sales_by_country.json --json',
  )
    .argument('<file>', 'A report file, such as reports/sales_by_country.json')
    .action(async (file: string, options: SharedOptions) => {
      if (!existsSync(file)) throw new CliError('notFound', `${file} cannot be read.`)
      const result = await withKernel(options, (kernel) => checkFile(kernel, file))
      if (typeof result !== 'number') throw new CliError('failure', result.map(formatProblem).join('\n'), { details: { problems: result } })
      if (options.json) return printData(JSON.stringify({ file, groups: result }))
      note(options, `✓ ${file} is a report, with ${result} groups in its first view`)
    })
}

/** Checks a file and reads its first view. @returns the number of its groups, or what is wrong */
async function checkFile(kernel: Kernel, file: string): Promise<number | FileProblem[]> {
  const read = readReportFile(kernel, file)
  if ('problems' in read) return read.problems
  const problems = await checkFacts(kernel, read)
  if (problems.length > 0) return problems
  const result = await tryFacts(kernel, read)
  return typeof result === 'number' ? result : [result]
}
