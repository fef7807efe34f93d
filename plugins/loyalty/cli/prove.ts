import type { Command } from 'commander'
import { roundsCommand } from 'stoa/cli'
import type { Round } from './proof/loyalty.ts'

/** `stoa prove loyalty`: points are never spent twice, and redemption limits hold under concurrent requests. */
export const command = (): Command =>
  roundsCommand({
    name: 'loyalty',
    summary: 'Spend and redeem points of one customer concurrently while a process is killed',
    example: '--rounds 3 --clients 50 --limit 7',
    options: { clients: ['How many ask at once', 100], limit: ['How many one customer may have for points', 7] },
    plan: ({ clients }) => `, ${clients} clients of one customer, two processes`,
    run: async (...args) => (await import('./proof/loyalty.ts')).proveLoyalty(...args),
    describeRound: (r: Round) =>
      `${r.paid} paid with points, ${r.redeemed} redeemed, ${r.refused} refused, ${r.left} points left, ${r.took} ms`,
    success: ({ limit }) =>
      `: no point spent twice, nobody below zero, never more than ${limit} redeemed, every balance the sum of its entries and lots.`,
  })
