import { type Ctx, sign, verify } from 'stoa'

/** Lifetime of a preview token, in seconds. */
const lifetime = 86_400

const signed = (resource: string, url: string, until: string) => `${resource} ${url} ${until}`

/** A preview token for one unpublished row. It is passed as the parameter `preview`. */
export function getPreview(ctx: Ctx, resource: string, url: string): string {
  const until = String(Math.floor(Date.now() / 1_000) + lifetime)
  return `${until}.${sign(ctx.kernel.config, 'preview', signed(resource, url, until))}`
}

/** Whether a preview token is valid for this row and has not expired. */
export function isPreview(ctx: Ctx, resource: string, url: string, preview: string): boolean {
  const [until = '', signature = ''] = preview.split('.')
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1_000 < Date.now()) return false
  return verify(ctx.kernel.config, 'preview', signed(resource, url, until), signature)
}
