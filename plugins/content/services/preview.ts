import { type Ctx, sign, verify } from 'stoa'

/** How long a preview link is good, in seconds. */
const lifetime = 86_400

const signed = (resource: string, url: string, until: string) => `${resource} ${url} ${until}`

/** A word that shows one row before it is shown to all. It stands in the address as `preview`. */
export function getPreview(ctx: Ctx, resource: string, url: string): string {
  const until = String(Math.floor(Date.now() / 1_000) + lifetime)
  return `${until}.${sign(ctx.kernel.config, 'preview', signed(resource, url, until))}`
}

/** Whether such a word was given out for this row and has not run out. */
export function isPreview(ctx: Ctx, resource: string, url: string, preview: string): boolean {
  const [until = '', signature = ''] = preview.split('.')
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1_000 < Date.now()) return false
  return verify(ctx.kernel.config, 'preview', signed(resource, url, until), signature)
}
