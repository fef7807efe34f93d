import { AppError, validationError, message } from 'stoa'
import type { GatewayAccount } from '../../services/adapter.ts'
import { asGatewayError, client } from './client.ts'

/** Whether a method talks to the fakes: by its key, and by an address of its own. */
export const isRehearsal = ({ config }: GatewayAccount): boolean =>
  Boolean(config.publishable_key?.startsWith('pk_fake_') && config.api_base)

/** Does what the maker's card form does in the browser. @throws Failed INVALID when the card is declined. */
export async function confirmAtFake(account: GatewayAccount, id: string): Promise<void> {
  const sdk = await client(account)
  try {
    await sdk.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  } catch (error) {
    if (error instanceof AppError) throw error
    const known = asGatewayError(error, 'confirm')
    throw validationError({ card: message(known.code === 'unavailable' ? 'payments:error.gateway' : 'payments:error.declined') })
  }
}
