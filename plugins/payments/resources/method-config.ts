import { extendResource, f } from 'stoa'

const only = (...providers: string[]) => ({ showIf: { field: 'provider', in: providers }, sheet: false as const, group: 'gateway' })
const secret = (provider: string) => f.maybe(f.sealed({ ...only(provider), maxLength: 4_000 }))

/**
 * Configuration of each provider, shown for the selected provider. Values are stored in the row's `ext`. Plugins add
 * fields for their providers in the same way.
 */
export const methodConfig = extendResource('payment_method', {
  fields: {
    offline_way: f.pick(['transfer', 'in_person'], { ...only('offline'), default: 'transfer' }),
    stripe_flow: f.pick(['page', 'checkout'], { ...only('stripe'), default: 'page' }),
    stripe_capture: f.pick(['at_once', 'by_staff'], { ...only('stripe'), default: 'at_once' }),
    publishable_key: f.maybe(f.text(only('stripe'))),
    secret_key: secret('stripe'),
    webhook_secret: secret('stripe'),
    client_id: f.maybe(f.text(only('paypal'))),
    client_secret: secret('paypal'),
    webhook_id: f.maybe(f.text(only('paypal'))),
    webhook_check: f.pick(['call_back', 'offline'], { ...only('paypal'), default: 'call_back' }),
    merchant_id: f.maybe(f.text(only('pay_dollar', 'sic_pay'))),
    secure_secret: secret('pay_dollar'),
    hash: f.pick(['sha1', 'sha256', 'sha512'], { ...only('pay_dollar'), default: 'sha1' }),
    pay_method: f.maybe(f.text({ ...only('pay_dollar'), maxLength: 40 })),
    mps_mode: f.pick(['NIL', 'SCP'], { ...only('pay_dollar'), default: 'NIL' }),
    api_login: f.maybe(f.text(only('pay_dollar'))),
    api_password: secret('pay_dollar'),
    refund_action: f.pick(['RequestRefund', 'Refund'], { ...only('pay_dollar'), default: 'RequestRefund' }),
    create_style: f.pick(['call_form', 'call_json', 'redirect'], { ...only('sic_pay'), default: 'call_form' }),
    sign_preset: f.pick(['hmac_sha256', 'md5', 'rsa'], { ...only('sic_pay'), default: 'hmac_sha256' }),
    sign_secret: secret('sic_pay'),
    gateway_key: f.maybe(f.area(only('sic_pay'))),
    pay_url: f.maybe(f.url({ ...only('sic_pay'), guards: ['sign_secret'] })),
    query_url: f.maybe(f.url({ ...only('sic_pay'), guards: ['sign_secret'] })),
    refund_url: f.maybe(f.url({ ...only('sic_pay'), guards: ['sign_secret'] })),
    field_names: f.maybe(f.area({ ...only('sic_pay'), maxLength: 2_000 })),
    fps_kind: f.pick(['id', 'mobile', 'email'], { ...only('fps'), default: 'id' }),
    fps_payee: f.maybe(f.text({ ...only('fps'), maxLength: 60 })),
    merchant_name: f.maybe(f.text({ ...only('fps'), maxLength: 25 })),
    merchant_city: f.maybe(f.text({ ...only('fps'), maxLength: 15 })),
    api_base: f.maybe(f.url({ ...only('stripe', 'paypal', 'pay_dollar'), guards: ['secret_key', 'client_secret', 'api_password'] })),
  },
})
