import { useCallback, useEffect, useState } from 'react'
import type { CashierAt, Till } from '../../api-types.ts'
import { type Drawer, keepCashier, loadCashier, type Manned } from './db.ts'

/** The register data with the cashier: name, permissions, and token. */
export interface MannedTill extends Till {
  /** Empty for the signed-in account. */
  cashier: string
}

/**
 * The cashier: signed in by PIN while the session and the network are available; otherwise the signed-in account,
 * since permissions cannot be checked offline.
 */
export function useCashier(
  store: number,
  till: Till | undefined,
  drawer: Drawer | undefined,
  online: boolean,
): { manned: MannedTill | undefined; setCashier: (next: CashierAt | undefined) => Promise<void> } {
  const [cashier, setCashier] = useState<Manned>()
  useEffect(() => {
    void loadCashier(store).then((storedCashier) => storedCashier && setCashier((now) => now ?? storedCashier))
  }, [store])
  const change = useCallback(
    async (next: CashierAt | undefined) => {
      const manned = next && drawer ? { ...next, session: drawer.session } : undefined
      await keepCashier(store, manned)
      setCashier(manned)
    },
    [store, drawer],
  )
  const here = online && cashier !== undefined && cashier.session === drawer?.session
  // Opening and closing use the permissions of the signed-in account.
  const may = cashier && till && { ...cashier.may, open: till.may.open, close: till.may.close, settle: till.may.settle }
  const manned = till && (here && may ? { ...till, me: cashier.me, may, cashier: cashier.token } : { ...till, cashier: '' })
  return { manned, setCashier: change }
}
