import type { Command } from 'commander'
import { OWN_DATABASE_HELP, EXIT, leaf, note, printData, progress, type SharedOptions, wholeNumber, withDatabase } from 'stoa/cli'

/** `stoa prove broadcast`: no recipient gets an e-mail twice and none is skipped, even when processes are killed. */
export function command(): Command {
  return leaf(
    'broadcast',
    'Kill processes while a broadcast is sent',
    'stoa prove broadcast',
    'stoa prove broadcast --recipients 20000 --kills 10 --json',
  )
    .addHelpText('after', `\nIt uses a mail server of its own that is slow, disconnects and rejects. ${OWN_DATABASE_HELP}`)
    .option('--recipients <n>', 'Number of recipients', wholeNumber, 2_000)
    .option('--kills <n>', 'Number of kills', wholeNumber, 10)
    .action(async (options: SharedOptions & { recipients: number; kills: number }) => {
      const { recipients, kills } = options
      if (options.dryRun) return note(options, `${recipients} recipients, two processes, ${kills} kills. ${OWN_DATABASE_HELP}`)
      const { proveBroadcast } = await import('./proof/broadcast.ts')
      const bar = progress('Sending', options)
      const report = await withDatabase(options, ({ url }) =>
        proveBroadcast(url, { recipients, kills }, (done) => bar.update(done / recipients, `${done} of ${recipients}`)),
      )
      bar.end()
      const { problems } = report
      if (options.json) printData(JSON.stringify({ ok: problems.length === 0, ...report }))
      else
        printData(
          `${report.recipients} recipients, ${report.kills} kills in ${report.seconds} s: ${report.sent} sent, ${report.refused} refused, ` +
            `${report.unknown} unknown (${report.unknown_arrived} of those arrived), ${report.ended} unsubscribed meanwhile.\n${
              problems.length === 0 ? 'No duplicates, no missing recipients, and the rows match the mail server.' : problems.join('\n')
            }`,
        )
      if (problems.length > 0) process.exitCode = EXIT.failure
    })
}
