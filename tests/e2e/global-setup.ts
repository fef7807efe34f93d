import { startProduct } from './product.ts'

/** One product for all specs: each uses records of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct(Number(process.env['STOA_E2E_PORT']))
  process.env['STOA_E2E_PASSWORD'] = product.oneTimePassword
  return product.stop
}
