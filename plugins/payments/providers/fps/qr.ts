const field = (tag: string, value: string) => `${tag}${String(Buffer.byteLength(value)).padStart(2, '0')}${value}`

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

export interface FpsBill {
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
const ascii = (text: string, longest: number) =>
  text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, longest)

/** Content of a Faster Payment System QR code (EMV, merchant-presented mode). */
export function fpsText(bill: FpsBill): string {
  const head =
    field('00', '01') +
    field('01', '12') +
    field('26', field('00', 'hk.com.hkicl') + field(FPS_KINDS[bill.kind], bill.payee)) +
    field('52', '0000') +
    field('53', bill.currency === 'HKD' ? '344' : '156') +
    field('54', bill.amount) +
    field('58', 'HK') +
    field('59', ascii(bill.merchant, 25) || 'NA') +
    field('60', ascii(bill.city, 15) || 'HK') +
    field('62', field('05', ascii(bill.reference, 25))) +
    '6304'
  return head + crc16(head)
}
