import type { AdjustmentInput, LineSource, PayLine } from './types.ts'

interface CodeTotal {
  line: PayLine
  amount: number
  /** Days the amounts depend on, each as date, quantity and source. */
  days: Map<string, { date: string; ref: string | null }>
}

/** Contributions follow from the income of the later payslip, and items are paid by themselves. */
const isComparable = ({ source }: PayLine): boolean => !['contribution', 'postponed', 'item', 'carried_forward'].includes(source.type)

function listDays(source: LineSource): { date: string; ref: string | null; quantity: number }[] {
  const toDay = ({ date, ref, fraction }: { date: string; ref: string | null; fraction: number }) => ({ date, ref, quantity: fraction })
  switch (source.type) {
    case 'salary':
      return [...source.unpaid, ...source.absent].map(toDay)
    case 'average':
      return source.covered.map(toDay)
    case 'worked':
    case 'rule':
      return source.days
    default:
      return []
  }
}

function sumByCode(lines: readonly PayLine[]): Map<string, CodeTotal> {
  const totals = new Map<string, CodeTotal>()
  for (const line of lines.filter(isComparable)) {
    const key = `${line.kind} ${line.code}`
    const total = totals.get(key) ?? { line, amount: 0, days: new Map() }
    total.amount += line.amount
    for (const { date, ref, quantity } of listDays(line.source)) total.days.set(`${date} ${quantity} ${ref}`, { date, ref })
    totals.set(key, total)
  }
  return totals
}

/**
 * Lines for what an earlier payslip would be now, less what was paid for it so far. A difference of nothing gives no line, so paying an
 * adjustment once is enough.
 */
export function createAdjustmentLines({ payslip_id, before, now }: AdjustmentInput): PayLine[] {
  const paid = sumByCode(before)
  const due = sumByCode(now)
  return [...new Set([...due.keys(), ...paid.keys()])].flatMap((key) => {
    const [was, is] = [paid.get(key), due.get(key)]
    const line = is?.line ?? was?.line
    const amount = (is?.amount ?? 0) - (was?.amount ?? 0)
    if (line === undefined || amount === 0) return []
    const { code, kind, is_relevant, is_wage } = line
    const source = {
      type: 'adjustment' as const,
      payslip_id,
      before: was?.amount ?? 0,
      now: is?.amount ?? 0,
      changed: listChanged(was, is),
    }
    return { code, kind, quantity: null, rate: null, amount, is_relevant, is_wage, title: null, source }
  })
}

/** Days that only one side has, by date. */
function listChanged(was: CodeTotal | undefined, is: CodeTotal | undefined): { date: string; ref: string | null }[] {
  const [before, now] = [was?.days ?? new Map<string, never>(), is?.days ?? new Map<string, never>()]
  const changed = [
    ...[...now].filter(([key]) => !before.has(key)).map(([, day]) => day),
    ...[...before].filter(([key]) => !now.has(key)).map(([, day]) => day),
  ]
  return changed.toSorted((one, two) => one.date.localeCompare(two.date))
}
