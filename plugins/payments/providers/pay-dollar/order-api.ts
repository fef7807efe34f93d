import { fromDecimal } from '../../domain/amount.ts'
import type { PaymentReport } from '../../services/adapter.ts'

/** A payment in the order API's format. */
export type ApiRecord = Partial<Record<string, string>>

const unescapeXml = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

/** The records of a query response in flat XML; none if the response is an error line. */
export function parseRecords(xml: string): ApiRecord[] {
  return [...xml.matchAll(/<record>([\s\S]*?)<\/record>/g)].map(([, inner = '']) =>
    Object.fromEntries([...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, unescapeXml(value.trim())])),
  )
}

/** Parses `resultCode=0&orderStatus=…&errMsg=…`. */
export const parseResult = (line: string): ApiRecord => Object.fromEntries(new URLSearchParams(line.trim()))

/** The report of a record about an attempt. */
export function toRecordReport(
  record: ApiRecord,
  reference: string,
  toCurrencyCode: (number: string) => string | undefined,
): PaymentReport[] {
  const base = {
    reference,
    provider_payment_id: record.payRef,
    txn: record.payRef ?? '',
    amount: fromDecimal(record.amt),
    currency: toCurrencyCode(record.cur ?? '') ?? record.cur,
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
