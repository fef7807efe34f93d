import type { Kernel } from '../core/context.ts'
import type { Tx } from '../core/db/transaction.ts'

class Rehearsed extends Error {}

/**
 * Does work in one transaction. A rehearsal goes through all of it, so that it refuses what the work would refuse, and is taken back
 * at the end. @returns whether anything was kept
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
