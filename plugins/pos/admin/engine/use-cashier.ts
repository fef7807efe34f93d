import { useCallback, useEffect, useState } from 'react'
import type { CashierAt, Till } from '../../api-types.ts'
import { type Drawer, keepCashier, keptCashier, type Manned } from './db.ts'

/** A till with whoever stands at it: their name, their rights, and what is sent along with what they do. */
export interface MannedTill extends Till {
  /** Empty while whoever is signed in works. */
  cashier: string
}

/**
 * Who stands at a till: whoever took it over by PIN, as long as the drawer and the network are there; else whoever is signed in, since
 * without network nobody's rights can be looked up.
 */
export function useCashier(
  store: number,
  till: Till | undefined,
  drawer: Drawer | undefined,
  online: boolean,
): { manned: MannedTill | undefined; setCashier: (next: CashierAt | undefined) => Promise<void> } {
  const [cashier, setCashier] = useState<Manned>()
  useEffect(() => {
    void keptCashier(store).then((kept) => kept && setCashier((now) => now ?? kept))
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
  // A drawer is opened and closed by whoever is signed in.
  const may = cashier && till && { ...cashier.may, open: till.may.open, close: till.may.close, settle: till.may.settle }
  const manned = till && (here && may ? { ...till, me: cashier.me, may, cashier: cashier.token } : { ...till, cashier: '' })
  return { manned, setCashier: change }
}
