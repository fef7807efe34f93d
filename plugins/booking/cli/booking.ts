import type { Command } from 'commander'
import { roundsCommand } from 'stoa/cli'
import type { Round } from './prove/rounds.ts'

/** `stoa prove booking`: concurrent requests, rescheduling, cancellations and payments never double-book a place or lose a payment. */
export const command = (): Command =>
  roundsCommand({
    name: 'booking',
    summary: 'Book the last places concurrently while processes are killed',
    example: '--rounds 3 --clients 100 --places 5',
    options: { clients: ['Concurrent clients', 200], places: ['Places of the class', 5] },
    plan: ({ clients, places }) =>
      `: ${clients} clients after ${places} places, as many after one person's appointments and a last place; two processes`,
    run: async (...args) => (await import('./prove/rounds.ts')).proveBooking(...args),
    describeRound,
    success: ({ places }, rounds) =>
      `, exactly ${places} places booked in each, nobody at two appointments at once, no payment without its place or its refund.\n${summed(rounds)}`,
  })

const counted = (answers: Record<string, number>) =>
  Object.entries(answers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([answer, n]) => `${n} ${answer}`)
    .join(', ')

const describeRound = ({ answers, payments, took }: Round) =>
  [...Object.entries(answers).map(([scene, counts]) => `${scene} ${counted(counts)}`), `payments ${counted(payments)}`, `${took} ms`].join(
    '; ',
  )

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
