import type { Command } from 'commander'
import { EXIT, leaf, note, OWN_DATABASE_HELP, printData, progress, type SharedOptions, wholeNumber, withDatabase } from 'stoa/cli'

/** `stoa prove payroll`: every employee is paid once and correctly, even when processes are killed while payslips are computed. */
export function command(): Command {
  return leaf(
    'payroll',
    'Kill processes while a payroll is computed',
    'stoa prove payroll',
    'stoa prove payroll --employees 1000 --kills 10 --json',
  )
    .addHelpText(
      'after',
      `\nIt starts each computation from both processes at once, and approves and cancels concurrently. ${OWN_DATABASE_HELP}`,
    )
    .option('--employees <n>', 'Number of employees', wholeNumber, 500)
    .option('--kills <n>', 'Number of kills', wholeNumber, 5)
    .action(async (options: SharedOptions & { employees: number; kills: number }) => {
      const { employees, kills } = options
      if (options.dryRun) return note(options, `${employees} employees, two processes, ${kills} kills. ${OWN_DATABASE_HELP}`)
      const { provePayroll } = await import('./proof/payroll.ts')
      const bar = progress('Payroll', options)
      const report = await withDatabase(options, ({ url }) =>
        provePayroll(url, { employees, kills }, (killed) => bar.update(killed / (kills + 1), `${killed} of ${kills} kills`)),
      )
      bar.end()
      const { problems } = report
      if (options.json) printData(JSON.stringify({ ok: problems.length === 0, ...report }))
      else
        printData(
          `${report.employees} employees, ${report.kills} kills (${report.kills_in_step} while payslips were computed) in ${report.seconds} s: ` +
            `${report.computations} computations, ${report.payslips} payslips of ${report.lines} lines, ${report.approved_then_canceled} approved and canceled at once.\n${
              problems.length === 0
                ? 'One payslip for each employee, every sum and contribution correct, and nothing is reserved twice or left reserved.'
                : problems.join('\n')
            }`,
        )
      if (problems.length > 0) process.exitCode = EXIT.failure
    })
}
