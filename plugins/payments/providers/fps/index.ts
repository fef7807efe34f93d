import { formatMoney, qrCode } from 'stoa'
import { type PaymentAdapter, GatewayError } from '../../services/adapter.ts'
import { type FPS_KINDS, buildFpsPayload } from './qr.ts'

const SHAPES = { id: /^\d{7}(\d{2})?$/, mobile: /^\+\d{1,3}-\d{6,12}$/, email: /^[^\s@]+@[^\s@]+$/ } as const

/** Faster Payment System by QR code, without a gateway. The payer claims to have paid and staff check the account. */
export const fps: PaymentAdapter = {
  title: 'payments:provider.fps',
  flow: 'instructions',
  currencies: new Set(['HKD', 'CNY']),
  listRequiredSettings: () => ['fps_payee', 'merchant_name'],

  async createPayment(s, account) {
    const kind = (account.config.fps_kind || 'id') as keyof typeof FPS_KINDS
    const text = buildFpsPayload({
      kind,
      payee: account.config.fps_payee ?? '',
      amount: formatMoney(s.amount).replace(/\.00$/, ''),
      currency: s.currency === 'CNY' ? 'CNY' : 'HKD',
      merchant: account.config.merchant_name ?? '',
      city: account.config.merchant_city || 'HK',
      reference: s.reference,
    })
    const transfer = {
      to: account.config.fps_payee ?? '',
      name: account.config.merchant_name ?? '',
      amount: formatMoney(s.amount),
      currency: s.currency,
      reference: s.reference,
    }
    return { action: { type: 'instructions', html: s.instructions, qr: await qrCode(text), transfer } }
  },

  async testConnection(account) {
    const kind = (account.config.fps_kind || 'id') as keyof typeof SHAPES
    if (!SHAPES[kind].test(account.config.fps_payee ?? ''))
      throw new GatewayError('payee', 'The FPS number does not have the form of its kind')
  },
}
