import type { PoLine } from '../../api-types.ts'

/** The current count of a delivery. */
export interface Counting {
  /** Order line ids, one entry per unit in the order of counting; the last one can be undone. */
  units: number[]
  /** Expiry dates by line, where items have them. */
  expiry: Record<number, string>
  /** Accept more than ordered. Absent until the server asks for confirmation. */
  over?: boolean
  /** A request without a response. It is sent again unchanged, with the same idempotency key, because it may have been processed. */
  sent?: { key: string; body: object }
}

export const nothing: Counting = { units: [], expiry: {} }

/** Number of counted units of a line. */
export const getCount = ({ units }: Counting, line: number): number => units.filter((unit) => unit === line).length

/** The line of a scanned code; a line with outstanding units comes before a complete one. */
export function getLine(lines: readonly PoLine[], code: string, counting: Counting): PoLine | undefined {
  const normalizedCode = code.trim().toLowerCase()
  const found = lines.filter((line) =>
    [line.barcode, line.sku, line.supplier_sku].some((candidate) => candidate?.toLowerCase() === normalizedCode),
  )
  return found.find((line) => line.open > getCount(counting, line.id)) ?? found[0]
}

/** The request body, with one line for each counted line. */
export function getBody(lines: readonly PoLine[], counting: Counting) {
  const counted = lines.filter((line) => getCount(counting, line.id) > 0)
  return {
    lines: counted.map(({ id }) => ({
      po_line_id: id,
      accepted: getCount(counting, id),
      ...(counting.expiry[id] ? { expiry_date: counting.expiry[id] } : {}),
    })),
    ...(counting.over ? { over: true } : {}),
  }
}

const getKey = (order: number) => `stoa-po-scan-${order}`

/** Saves the count in local storage, because a phone may discard the page while it sleeps. */
export function keep(order: number, counting: Counting | undefined): void {
  if (counting) localStorage.setItem(getKey(order), JSON.stringify(counting))
  else localStorage.removeItem(getKey(order))
}

/** Restores a saved count after validation. */
export function readStoredCounting(order: number): Counting {
  const text = localStorage.getItem(getKey(order))
  const storedCounting: Partial<Counting> = text ? JSON.parse(text) : {}
  return { ...nothing, ...storedCounting }
}

/** The count of an order, updated synchronously: two scans may arrive before the next render. */
export function getCounting(order: number) {
  let now = readStoredCounting(order)
  const listeners = new Set<() => void>()
  const change = (next: (now: Counting) => Counting) => {
    now = next(now)
    keep(order, now)
    for (const tell of listeners) tell()
  }
  return {
    now: () => now,
    change,
    /** Counts a unit of a line, unless a request is waiting for its response. @returns whether it was counted */
    add(line: number): boolean {
      if (now.sent) return false
      change((current) => ({ ...current, units: [...current.units, line] }))
      return true
    },
    listen(tell: () => void): () => void {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
}
