import type { Kernel } from '../core/context.ts'
import type { Tx } from '../core/db/transaction.ts'

class Rehearsed extends Error {}

/**
 * Runs work in one transaction. A dry run executes all of it, so that it refuses what the work would refuse, and then rolls back.
 * @returns whether it was committed
 */
export async function runInRolledBackTransaction(
  kernel: Kernel,
  dryRun: boolean | undefined,
  work: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  try {
    await kernel.transaction(async (tx) => {
      await work(tx)
      if (dryRun) throw new Rehearsed()
    })
    return true
  } catch (error) {
    if (error instanceof Rehearsed) return false
    throw error
  }
}
