import type { Command } from 'commander'
import { OWN_DATABASE_HELP, EXIT, leaf, note, printData, progress, type SharedOptions, wholeNumber, withDatabase } from 'stoa/cli'

/** `stoa prove crashes`: nothing is lost when processes are killed. */
export function command(): Command {
  return leaf('crashes', 'Kill processes during orders and payments', 'stoa prove crashes', 'stoa prove crashes --kills 20 --json')
    .addHelpText('after', `\n${OWN_DATABASE_HELP}`)
    .option('--kills <n>', 'How often a process is killed', wholeNumber, 200)
    .option('--shoppers <n>', 'How many order side by side', wholeNumber, 8)
    .action(async (options: SharedOptions & { kills: number; shoppers: number }) => {
      const { kills, shoppers } = options
      if (options.dryRun) return note(options, `${kills} kills while ${shoppers} people order. ${OWN_DATABASE_HELP}`)
      const { proveCrashes } = await import('./prove/crashes.ts')
      const bar = progress('Killing', options)
      const report = await withDatabase(options, ({ url }) =>
        proveCrashes(url, { kills, shoppers }, (n) => bar.update(n / kills, `${n} of ${kills}`)),
      )
      bar.end()
      const { problems } = report
      if (options.json) printData(JSON.stringify({ ok: problems.length === 0, ...report }))
      else
        printData(
          `${report.kills} kills in ${report.seconds} s, ${report.orders} orders, ${report.paid} of them paid.\n${
            problems.length === 0 ? 'Every order is there, every held unit belongs to one, every amount is explained.' : problems.join('\n')
          }`,
        )
      if (problems.length > 0) process.exitCode = EXIT.failure
    })
}
