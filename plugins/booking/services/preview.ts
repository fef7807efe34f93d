import { type Ctx, sign, verify } from 'stoa'

/** Lifetime of a preview link in seconds. */
const LIFETIME = 86_400
const PURPOSE = 'event preview'

/** Token that shows a hidden event: the query parameter `preview`. It does not allow booking. */
export function createPreview({ kernel }: Pick<Ctx, 'kernel'>, url: string): string {
  const until = String(Math.floor(Date.now() / 1_000) + LIFETIME)
  return `${until}.${sign(kernel.config, PURPOSE, `${url} ${until}`)}`
}

/** Whether a token is valid for this event and not expired. */
export function isPreview({ kernel }: Pick<Ctx, 'kernel'>, url: string, preview: string): boolean {
  const [until = '', signature = ''] = preview.split('.')
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1_000 < Date.now()) return false
  return verify(kernel.config, PURPOSE, `${url} ${until}`, signature)
}
