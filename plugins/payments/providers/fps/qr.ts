const toField = (tag: string, value: string) => `${tag}${String(Buffer.byteLength(value)).padStart(2, '0')}${value}`

/** CRC16-CCITT: polynomial 1021, initial value FFFF, four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Type of the payee's identifier, by EMV tag. */
export const FPS_KINDS = { id: '02', mobile: '03', email: '04' } as const

export interface FpsPayment {
  kind: keyof typeof FPS_KINDS
  payee: string
  /** As displayed: "128.00" or "100". */
  amount: string
  currency: 'HKD' | 'CNY'
  merchant: string
  city: string
  reference: string
}

/** Characters allowed in a code: banks decode others differently. */
const toAscii = (text: string, maxLength: number) =>
  text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, maxLength)

/** Content of a Faster Payment System QR code (EMV, merchant-presented mode). */
export function buildFpsPayload(payment: FpsPayment): string {
  const head =
    toField('00', '01') +
    toField('01', '12') +
    toField('26', toField('00', 'hk.com.hkicl') + toField(FPS_KINDS[payment.kind], payment.payee)) +
    toField('52', '0000') +
    toField('53', payment.currency === 'HKD' ? '344' : '156') +
    toField('54', payment.amount) +
    toField('58', 'HK') +
    toField('59', toAscii(payment.merchant, 25) || 'NA') +
    toField('60', toAscii(payment.city, 15) || 'HK') +
    toField('62', toField('05', toAscii(payment.reference, 25))) +
    '6304'
  return head + crc16(head)
}
