import { useQuery } from '@tanstack/react-query'
import { amountText, api, failureLines, Money, useDebounced } from 'stoa/admin'
import type { ChangePreview } from '../../admin-api-types.ts'
import { useMessages } from '../order-view/messages.ts'

/** Debounce in milliseconds before the preview is requested. */
const RESTS_MS = 300

/** Preview from the server for the latest form input. */
export function usePreview(order: number, body: Record<string, unknown>, changed: boolean) {
  const typed = JSON.stringify(body)
  const rested = useDebounced(typed, RESTS_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['order-change', order, rested],
    queryFn: () => api<ChangePreview>(`order/${order}/change/preview`, { method: 'POST', body: JSON.parse(rested) as object }),
    enabled: changed,
    retry: false,
    gcTime: 0,
  })
  const current = changed && rested === typed && !isFetching
  return { preview: changed ? data : undefined, failure: current && error ? error : null, current }
}

interface Props {
  preview: ChangePreview | undefined
  failure: Error | null
  currency: string
  fieldName: (field: string) => string | undefined
}

/** The new totals, or why the change is not possible. */
export function ChangeSums({ preview, failure, currency, fieldName }: Props) {
  const say = useMessages()
  if (failure) {
    return (
      <p className="order-over" aria-live="polite">
        {failureLines(failure, (field) => fieldName(field) ?? '').join(' ')}
      </p>
    )
  }
  if (!preview) return <p aria-live="polite" />
  const { total_before, total, due, refund } = preview
  return (
    <p className="order-estimate" aria-live="polite">
      {say('total')} {total_before === total ? null : <s className="quiet">{amountText(total_before, currency)}</s>}{' '}
      <Money value={total} currency={currency} />
      {Number(due) > 0 && <span className="small"> {say('changeDue', { amount: amountText(due, currency) })}</span>}
      {Number(refund) > 0 && <span className="small"> {say('changeRefund', { amount: amountText(refund, currency) })}</span>}
    </p>
  )
}
