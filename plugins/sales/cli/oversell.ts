import type { Command } from 'commander'
import { roundsCommand } from 'stoa/cli'
import type { Round } from './prove/oversell.ts'

/** `stoa prove oversell`: concurrent requests never sell more than the stock. */
export const command = (): Command =>
  roundsCommand({
    name: 'oversell',
    summary: 'Sell a few units to many concurrent buyers while a process is killed',
    example: '--rounds 3 --shoppers 100 --units 5',
    options: { shoppers: ['How many order at once', 200], units: ['How many units there are', 10] },
    plan: ({ shoppers, units }) => `, ${shoppers} shoppers after ${units} units, two processes`,
    run: async (...args) => (await import('./prove/oversell.ts')).proveOversell(...args),
    describeRound: (r: Round) => `${r.sold} sold in ${r.orders} orders, ${r.refused} refused, ${r.took} ms`,
    success: ({ units }) => `, exactly ${units} sold in each, nothing lost, nothing charged twice.`,
  })
