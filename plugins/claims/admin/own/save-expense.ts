import { api, ApiError } from 'stoa/admin'

/** The values of the form of an expense, as text. */
export interface ExpenseValues {
  expense_date: string
  category_id: number
  description: string
  currency: string
  amount: string
  mileage_km: string
  reason: string
}

/** Pauses before an upload is repeated after a lost connection, in milliseconds. */
const PAUSES = [1_000, 3_000]

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Repeats a request that did not reach the server. The same key makes a repeated request harmless. */
async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'NETWORK') throw error
      await wait(pause)
    }
  }
  return send()
}

/** Saves an expense of a draft with its receipt. @param key key of a new expense, the same in all attempts */
export function saveExpense(
  { claimId, itemId }: { claimId: number; itemId: number | undefined },
  values: ExpenseValues,
  { receipt, removeReceipt, key }: { receipt: File | undefined; removeReceipt: boolean; key: string },
): Promise<unknown> {
  const body = new FormData()
  for (const [name, value] of Object.entries(values)) if (value !== '') body.set(name, String(value))
  if (receipt) body.set('receipt', receipt)
  if (removeReceipt) body.set('remove_receipt', 'true')
  if (itemId === undefined) body.set('key', key)
  const path = `my/reimbursement/${claimId}/item`
  return withRetries(() => api(itemId === undefined ? path : `${path}/${itemId}`, { method: itemId === undefined ? 'POST' : 'PUT', body }))
}
