import type { Command } from 'commander'
import { BESIDE, leaf, note, type SharedOptions, tellRounds, wholeNumber, withDatabase } from '../../../cli/kit.ts'

/** `stoa prove booking`: no place is booked twice, whoever asks, moves or calls off at once. */
export function command(): Command {
  return leaf(
    'booking',
    'Let a crowd book the last places while a process is killed',
    'stoa prove booking',
    'stoa prove booking --rounds 3 --clients 100 --places 5 --json',
  )
    .addHelpText('after', `\n${BESIDE}`)
    .option('--rounds <n>', 'How often', wholeNumber, 20)
    .option('--clients <n>', 'How many book at once', wholeNumber, 200)
    .option('--places <n>', 'How many places there are', wholeNumber, 5)
    .action(async (options: SharedOptions & { rounds: number; clients: number; places: number }) => {
      const { rounds, clients, places } = options
      if (options.dryRun) return note(options, `${rounds} rounds, ${clients} clients after ${places} places, two processes. ${BESIDE}`)
      const { proveBooking } = await import('./prove/rounds.ts')
      const done = await withDatabase(options, ({ url }) =>
        proveBooking(url, { rounds, clients, places }, (r) =>
          note(
            options,
            `round ${r.round}: ${r.booked} booked, ${r.refused} refused, ${r.appointments} appointments, ${r.took} ms ${r.problems.join('; ')}`,
          ),
        ),
      )
      tellRounds(
        options,
        done,
        `${rounds} rounds, exactly ${places} places booked in each, nobody at two appointments at once, nothing lost.`,
      )
    })
}
