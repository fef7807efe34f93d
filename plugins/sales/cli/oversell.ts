import type { Command } from 'commander'
import { OWN_DATABASE_HELP, leaf, note, type SharedOptions, printRounds, wholeNumber, withDatabase } from 'stoa/cli'

/** `stoa prove oversell`: concurrent requests never sell more than the stock. */
export function command(): Command {
  return leaf(
    'oversell',
    'Sell a few units to many concurrent buyers while a process is killed',
    'stoa prove oversell',
    'stoa prove oversell --rounds 3 --shoppers 100 --units 5 --json',
  )
    .addHelpText('after', `\n${OWN_DATABASE_HELP}`)
    .option('--rounds <n>', 'How often', wholeNumber, 20)
    .option('--shoppers <n>', 'How many order at once', wholeNumber, 200)
    .option('--units <n>', 'How many units there are', wholeNumber, 10)
    .action(async (options: SharedOptions & { rounds: number; shoppers: number; units: number }) => {
      const { rounds, shoppers, units } = options
      if (options.dryRun)
        return note(options, `${rounds} rounds, ${shoppers} shoppers after ${units} units, two processes. ${OWN_DATABASE_HELP}`)
      const { proveOversell } = await import('./prove/oversell.ts')
      const done = await withDatabase(options, ({ url }) =>
        proveOversell(url, { rounds, shoppers, units }, (r) =>
          note(
            options,
            `round ${r.round}: ${r.sold} sold in ${r.orders} orders, ${r.refused} refused, ${r.took} ms ${r.problems.join('; ')}`,
          ),
        ),
      )
      printRounds(options, done, `${rounds} rounds, exactly ${units} sold in each, nothing lost, nothing charged twice.`)
    })
}
