import { DocumentFacts, Money } from 'stoa/admin'
import { formatMoney, parseMoney } from 'stoa/money'
import type { AttemptView } from '../../admin-api-types.ts'
import { useMessages } from '../messages.ts'

/** Sum of the amounts of rows, in minor units. */
export const getSum = (rows: readonly { amount: string }[]) => rows.reduce((all, { amount }) => all + parseMoney(amount), 0)

/** Payments and refunds of a document over all attempts, if they share one currency. */
export function Figures({ attempts }: { attempts: readonly AttemptView[] }) {
  const say = useMessages()
  const moved = attempts.flatMap((attempt) => attempt.transactions)
  const [currency, ...others] = new Set([...attempts, ...moved].map((item) => item.currency))
  if (moved.length === 0 || currency === undefined || others.length > 0) return null
  const getTotal = (...kinds: string[]) => getSum(moved.filter(({ kind }) => kinds.includes(kind)))
  const waits = getSum(attempts.flatMap((attempt) => attempt.refunds).filter((r) => r.status !== 'completed' && !r.moot))
  const figures = [
    [say('received'), getTotal('capture')],
    [say('givenBack'), getTotal('refund', 'chargeback')],
    [say('toGive'), waits],
  ] as const
  return (
    <DocumentFacts
      facts={figures.map(
        ([label, minor], i) =>
          (i === 0 || minor > 0) && ([label, <Money key={label} value={formatMoney(minor)} currency={currency} />] as const),
      )}
    />
  )
}
