import type { PoLine } from '../../api-types.ts'

/** What was counted of a delivery so far. */
export interface Counting {
  /** Lines of the order, one for each unit, in the order they were counted; the last one can be taken back. */
  units: number[]
  /** Expiry dates by line, where goods have them. */
  expiry: Record<number, string>
  /** More came than was ordered, and it is kept. Absent until the server asks. */
  over?: boolean
  /** What was sent and not answered: whether it was booked is not known, so exactly this is sent again. */
  sent?: { key: string; body: object }
}

export const nothing: Counting = { units: [], expiry: {} }

/** Units counted of a line. */
export const getCount = ({ units }: Counting, line: number): number => units.filter((one) => one === line).length

/** The line a code is of: one that still waits for goods before one that has them all. */
export function getLine(lines: readonly PoLine[], code: string, counting: Counting): PoLine | undefined {
  const wanted = code.trim().toLowerCase()
  const found = lines.filter((line) => [line.barcode, line.sku, line.supplier_sku].some((own) => own?.toLowerCase() === wanted))
  return found.find((line) => line.open > getCount(counting, line.id)) ?? found[0]
}

/** What the server is told, a line for each that was counted. */
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

/** A phone that sleeps may forget a page, so what was counted is kept beside it. */
export function keep(order: number, counting: Counting | undefined): void {
  if (counting) localStorage.setItem(getKey(order), JSON.stringify(counting))
  else localStorage.removeItem(getKey(order))
}

/** What was counted before the page was left; only what this page wrote is read. */
export function readStoredCounting(order: number): Counting {
  const text = localStorage.getItem(getKey(order))
  const held: Partial<Counting> = text ? JSON.parse(text) : {}
  return { ...nothing, ...held }
}

/** What is counted of an order, as it is at this moment: two codes may come before a page was drawn again. */
export function getCounting(order: number) {
  let now = readStoredCounting(order)
  const heard = new Set<() => void>()
  const change = (next: (now: Counting) => Counting) => {
    now = next(now)
    keep(order, now)
    for (const tell of heard) tell()
  }
  return {
    now: () => now,
    change,
    /** Counts a unit of a line. What was sent has to be answered first. @returns whether it was counted */
    add(line: number): boolean {
      if (now.sent) return false
      change((held) => ({ ...held, units: [...held.units, line] }))
      return true
    },
    listen(tell: () => void): () => void {
      heard.add(tell)
      return () => void heard.delete(tell)
    },
  }
}
