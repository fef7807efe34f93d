import type { Command } from 'commander'
import { OWN_DATABASE_HELP, leaf, note, type SharedOptions, printRounds, wholeNumber, withDatabase } from 'stoa/cli'

/** `stoa prove loyalty`: points are never spent twice, and redemption limits hold under concurrent requests. */
export function command(): Command {
  return leaf(
    'loyalty',
    'Spend and redeem points of one customer concurrently while a process is killed',
    'stoa prove loyalty',
    'stoa prove loyalty --rounds 3 --clients 50 --limit 7 --json',
  )
    .addHelpText('after', `\n${OWN_DATABASE_HELP}`)
    .option('--rounds <n>', 'How often', wholeNumber, 20)
    .option('--clients <n>', 'How many ask at once', wholeNumber, 100)
    .option('--limit <n>', 'How many one customer may have for points', wholeNumber, 7)
    .action(async (options: SharedOptions & { rounds: number; clients: number; limit: number }) => {
      const { rounds, clients, limit } = options
      if (options.dryRun) return note(options, `${rounds} rounds, ${clients} clients of one customer, two processes. ${OWN_DATABASE_HELP}`)
      const { proveLoyalty } = await import('./proof/loyalty.ts')
      const done = await withDatabase(options, ({ url }) =>
        proveLoyalty(url, { rounds, clients, limit }, (r) =>
          note(
            options,
            `round ${r.round}: ${r.paid} paid with points, ${r.redeemed} redeemed, ${r.refused} refused, ${r.left} points left, ${r.took} ms ${r.problems.join('; ')}`,
          ),
        ),
      )
      printRounds(
        options,
        done,
        `${rounds} rounds: no point spent twice, nobody below zero, never more than ${limit} redeemed, every balance the sum of its entries and lots.`,
      )
    })
}
