import type { Command } from 'commander'
import { EXIT } from '../errors.ts'
import { withDatabase } from '../kernel.ts'
import { family, leaf, type SharedOptions, wholeNumber } from '../options.ts'
import { note, printData } from '../output.ts'
import { progress } from '../progress.ts'

/** `stoa prove`: shows on this machine that the shop keeps its promises under load and faults. */
export function command(): Command {
  return family('prove', 'Show that nothing is oversold, lost or charged twice', oversell(), crashes())
}

const BESIDE = 'Works on a database of its own beside the configured one, and removes it again.'

function oversell(): Command {
  return leaf(
    'oversell',
    'Sell a few units to a crowd while a process is killed',
    'stoa prove oversell',
    'stoa prove oversell --rounds 3 --shoppers 100 --units 5 --json',
  )
    .addHelpText('after', `\n${BESIDE}`)
    .option('--rounds <n>', 'How often', wholeNumber, 20)
    .option('--shoppers <n>', 'How many order at once', wholeNumber, 200)
    .option('--units <n>', 'How many units there are', wholeNumber, 10)
    .action(async (options: SharedOptions & { rounds: number; shoppers: number; units: number }) => {
      const { rounds, shoppers, units } = options
      if (options.dryRun) return note(options, `${rounds} rounds, ${shoppers} shoppers after ${units} units, two processes. ${BESIDE}`)
      const { proveOversell } = await import('../prove/oversell.ts')
      const done = await withDatabase(options, ({ url }) =>
        proveOversell(url, { rounds, shoppers, units }, (r) =>
          note(
            options,
            `round ${r.round}: ${r.sold} sold in ${r.orders} orders, ${r.refused} refused, ${r.took} ms ${r.problems.join('; ')}`,
          ),
        ),
      )
      const problems = done.flatMap((r) => r.problems.map((p) => `round ${r.round}: ${p}`))
      if (options.json) printData(JSON.stringify({ ok: problems.length === 0, rounds: done }))
      else
        printData(
          problems.length === 0
            ? `${rounds} rounds, exactly ${units} sold in each, nothing lost, nothing charged twice.`
            : problems.join('\n'),
        )
      if (problems.length > 0) process.exitCode = EXIT.failure
    })
}

function crashes(): Command {
  return leaf('crashes', 'Kill processes while people order and pay', 'stoa prove crashes', 'stoa prove crashes --kills 20 --json')
    .addHelpText('after', `\n${BESIDE}`)
    .option('--kills <n>', 'How often a process is killed', wholeNumber, 200)
    .option('--shoppers <n>', 'How many order side by side', wholeNumber, 8)
    .action(async (options: SharedOptions & { kills: number; shoppers: number }) => {
      const { kills, shoppers } = options
      if (options.dryRun) return note(options, `${kills} kills while ${shoppers} people order. ${BESIDE}`)
      const { proveCrashes } = await import('../prove/crashes.ts')
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
