import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { CliError, family, leaf, note, printData, type SharedOptions, withKernel } from 'stoa/cli'
import { checkFacts } from '../services/files/check-facts.ts'
import { readReportFile } from '../services/files/load-report-files.ts'
import { formatProblem } from '../services/files/report-file.ts'

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
      const problems = await withKernel(options, async (kernel) => {
        const read = readReportFile(kernel, file)
        return 'problems' in read ? read.problems : checkFacts(kernel, read)
      })
      if (problems.length > 0) throw new CliError('failure', problems.map(formatProblem).join('\n'), { details: { problems } })
      if (options.json) return printData(JSON.stringify({ file, problems }))
      note(options, `✓ ${file} is a report`)
    })
}
