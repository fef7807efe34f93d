import { type Ctx, sign, verify } from 'stoa'

/** How long a preview link is good, in seconds. */
const LIFETIME = 86_400
const PURPOSE = 'event preview'

/** A word that shows an event before it is shown to all: it stands in the address as `preview`, and books nothing. */
export function createPreview({ kernel }: Pick<Ctx, 'kernel'>, url: string): string {
  const until = String(Math.floor(Date.now() / 1_000) + LIFETIME)
  return `${until}.${sign(kernel.config, PURPOSE, `${url} ${until}`)}`
}

/** Whether such a word was given out for this event and has not run out. */
export function isPreview({ kernel }: Pick<Ctx, 'kernel'>, url: string, preview: string): boolean {
  const [until = '', signature = ''] = preview.split('.')
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1_000 < Date.now()) return false
  return verify(kernel.config, PURPOSE, `${url} ${until}`, signature)
}
