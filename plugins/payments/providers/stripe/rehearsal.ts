import { AppError, validationError, message } from 'stoa'
import type { GatewayAccount } from '../../services/adapter.ts'
import { toGatewayError, getClient } from './client.ts'

/** Whether a method uses the fakes: by its key and its own address. */
export const isRehearsal = ({ config }: GatewayAccount): boolean =>
  Boolean(config.publishable_key?.startsWith('pk_fake_') && config.api_base)

/** Simulates the vendor's card form in the browser. @throws AppError INVALID if the card is declined */
export async function confirmFakePayment(account: GatewayAccount, id: string): Promise<void> {
  const sdk = await getClient(account)
  try {
    await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  } catch (error) {
    if (error instanceof AppError) throw error
    const gatewayError = toGatewayError(error, 'confirm')
    throw validationError({ card: message(gatewayError.code === 'unavailable' ? 'payments:error.gateway' : 'payments:error.declined') })
  }
}
