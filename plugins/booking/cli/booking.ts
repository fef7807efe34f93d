import type { Command } from 'commander'
import { OWN_DATABASE_HELP, leaf, note, type SharedOptions, printRounds, wholeNumber, withDatabase } from 'stoa/cli'
import type { Round } from './prove/rounds.ts'

/** `stoa prove booking`: concurrent requests, rescheduling, cancellations and payments never double-book a place or lose a payment. */
export function command(): Command {
  return leaf(
    'booking',
    'Book the last places concurrently while processes are killed',
    'stoa prove booking',
    'stoa prove booking --rounds 3 --clients 100 --places 5 --json',
  )
    .addHelpText('after', `\n${OWN_DATABASE_HELP}`)
    .option('--rounds <n>', 'How often', wholeNumber, 20)
    .option('--clients <n>', 'Concurrent clients', wholeNumber, 200)
    .option('--places <n>', 'Places of the class', wholeNumber, 5)
    .action(async (options: SharedOptions & { rounds: number; clients: number; places: number }) => {
      const { rounds, clients, places } = options
      if (options.dryRun)
        return note(
          options,
          `${rounds} rounds: ${clients} clients after ${places} places, as many after one person's appointments and a last place; two processes. ${OWN_DATABASE_HELP}`,
        )
      const { proveBooking } = await import('./prove/rounds.ts')
      const done = await withDatabase(options, ({ url }) =>
        proveBooking(url, { rounds, clients, places }, (r) => note(options, `round ${r.round}: ${inWords(r)}`)),
      )
      const sum = summed(done)
      printRounds(
        options,
        done,
        `${rounds} rounds, exactly ${places} places booked in each, nobody at two appointments at once, no payment without its place or its refund.\n${sum}`,
      )
    })
}

const counted = (answers: Record<string, number>) =>
  Object.entries(answers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([answer, n]) => `${n} ${answer}`)
    .join(', ')

const inWords = ({ answers, payments, took, problems }: Round) =>
  [
    ...Object.entries(answers).map(([scene, counts]) => `${scene} ${counted(counts)}`),
    `payments ${counted(payments)}`,
    `${took} ms`,
    ...problems,
  ].join('; ')

/** Responses to clients over all rounds, one line per scenario. */
function summed(rounds: readonly Round[]): string {
  const sums: Record<string, Record<string, number>> = {}
  for (const { answers, payments } of rounds)
    for (const [scene, counts] of Object.entries({ ...answers, payments }))
      for (const [answer, n] of Object.entries(counts)) (sums[scene] ??= {})[answer] = (sums[scene]?.[answer] ?? 0) + n
  return Object.entries(sums)
    .map(([scene, counts]) => `${scene}: ${counted(counts)}`)
    .join('\n')
}
