import { fromDecimal } from '../../domain/amount.ts'
import type { PaymentReport } from '../../services/adapter.ts'

/** One payment as the order API tells it. */
export type ApiRecord = Partial<Record<string, string>>

const plain = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

/** The records of an answer to a query: flat XML. None when the answer is a line of errors. */
export function getRecords(xml: string): ApiRecord[] {
  return [...xml.matchAll(/<record>([\s\S]*?)<\/record>/g)].map(([, inner = '']) =>
    Object.fromEntries([...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, plain(value.trim())])),
  )
}

/** `resultCode=0&orderStatus=…&errMsg=…` as an object. */
export const getResult = (line: string): ApiRecord => Object.fromEntries(new URLSearchParams(line.trim()))

/** What a record says about an attempt. */
export function toRecordReport(record: ApiRecord, reference: string, codeOf: (number: string) => string | undefined): PaymentReport[] {
  const base = {
    reference,
    provider_payment_id: record.payRef,
    txn: record.payRef ?? '',
    amount: fromDecimal(record.amt),
    currency: codeOf(record.cur ?? '') ?? record.cur,
  }
  switch (record.orderStatus) {
    case 'Accepted':
      return [{ ...base, kind: 'paid' }]
    case 'Authorized':
      return [{ ...base, kind: 'authorized' }]
    case 'Rejected':
      return [{ ...base, kind: 'failed', reason: record.errMsg ?? 'rejected' }]
    case 'Cancelled':
    case 'Voided':
      return [{ ...base, kind: 'canceled' }]
    case 'Pending':
    case 'Pending_3D':
      return [{ ...base, kind: 'pending' }]
    default:
      return []
  }
}
