import type { Command } from 'commander'
import { roundsCommand } from 'stoa/cli'
import type { Round } from './proof/promotions.ts'

/** `stoa prove promotions`: no code exceeds its usage limit and no budget is exceeded under concurrent checkouts. */
export const command = (): Command =>
  roundsCommand({
    name: 'promotions',
    summary: 'Use limited codes concurrently while a process is killed',
    example: '--rounds 3 --shoppers 100 --uses 3',
    options: { shoppers: ['How many order at once', 200], uses: ['How often the code may be used', 3] },
    plan: ({ shoppers, uses }) => `, ${shoppers} shoppers after ${uses} uses, two processes`,
    run: async (...args) => (await import('./proof/promotions.ts')).provePromotions(...args),
    describeRound: (r: Round) =>
      `used ${r.used} times, ${r.spent} of the budget spent, ${r.orders} orders, ${r.refused} refused, ${r.took} ms`,
    success: ({ uses }) => `: used exactly ${uses} times in each, no budget passed, every price explained to the cent.`,
  })
