import type { Command } from 'commander'
import { OWN_DATABASE_HELP, leaf, note, type SharedOptions, printRounds, wholeNumber, withDatabase } from 'stoa/cli'

/** `stoa prove promotions`: no code exceeds its usage limit and no budget is exceeded under concurrent checkouts. */
export function command(): Command {
  return leaf(
    'promotions',
    'Use limited codes concurrently while a process is killed',
    'stoa prove promotions',
    'stoa prove promotions --rounds 3 --shoppers 100 --uses 3 --json',
  )
    .addHelpText('after', `\n${OWN_DATABASE_HELP}`)
    .option('--rounds <n>', 'How often', wholeNumber, 20)
    .option('--shoppers <n>', 'How many order at once', wholeNumber, 200)
    .option('--uses <n>', 'How often the code may be used', wholeNumber, 3)
    .action(async (options: SharedOptions & { rounds: number; shoppers: number; uses: number }) => {
      const { rounds, shoppers, uses } = options
      if (options.dryRun)
        return note(options, `${rounds} rounds, ${shoppers} shoppers after ${uses} uses, two processes. ${OWN_DATABASE_HELP}`)
      const { provePromotions } = await import('./proof/promotions.ts')
      const done = await withDatabase(options, ({ url }) =>
        provePromotions(url, { rounds, shoppers, uses }, (r) =>
          note(
            options,
            `round ${r.round}: used ${r.used} times, ${r.spent} of the budget spent, ${r.orders} orders, ${r.refused} refused, ${r.took} ms ${r.problems.join('; ')}`,
          ),
        ),
      )
      printRounds(
        options,
        done,
        `${rounds} rounds: used exactly ${uses} times in each, no budget passed, every price explained to the cent.`,
      )
    })
}
