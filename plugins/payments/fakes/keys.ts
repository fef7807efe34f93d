/** Credentials for the fakes. They are no secrets: only the rehearsal accepts them. */
export const FAKE = {
  stripe: { secret_key: 'sk_test_rehearsal_0000000000', publishable_key: 'pk_fake_rehearsal', webhook_secret: 'whsec_rehearsal_000000' },
  paypal: { client_id: 'rehearsal-client', client_secret: 'rehearsal-client-secret-00', webhook_id: 'WH-REHEARSAL' },
  pay_dollar: {
    merchant_id: '88000001',
    secure_secret: 'rehearsal-hash-secret',
    api_login: 'rehearsal',
    api_password: 'rehearsal-api-password',
  },
  sic_pay: { merchant_id: 'M10001', sign_secret: 'rehearsal-sign-secret' },
} as const
