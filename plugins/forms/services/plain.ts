import { type Ctx, type Failed, sign, translate, verify } from '#core'

/** What is said back to a browser that sent a form by itself: it stands, signed, in the address it is sent on to. */

const PURPOSE = 'form-problems'
const most = { fields: 20, letters: 300 }

/** The page of a form, after it was sent; with what was wrong when it was refused. */
export function pageAddress(ctx: Ctx, url: string, refusal?: Failed): string {
  const page = `${ctx.language === ctx.main ? '' : `/${ctx.language}`}/form/${encodeURIComponent(url)}`
  if (!refusal) return `${page}?sent=1`
  const texts = translate(ctx.kernel, ctx.speech ?? ctx.language, refusal.texts)
  const byField = Array.isArray(texts) ? { '': texts } : texts
  const short = Object.entries(byField)
    .slice(0, most.fields)
    .map(([field, lines]) => [field, lines.map((line) => line.slice(0, most.letters))])
  const told = Buffer.from(JSON.stringify(Object.fromEntries(short))).toString('base64url')
  return `${page}?problems=${told}.${sign(ctx.kernel.config, PURPOSE, `${url} ${told}`)}`
}

/** What was wrong, from such an address; undefined when the shop did not write it. */
export function readProblems({ kernel }: Ctx, url: string, value: string): Record<string, string[]> | undefined {
  const [told = '', signature = ''] = value.split('.')
  return told !== '' && verify(kernel.config, PURPOSE, `${url} ${told}`, signature)
    ? (JSON.parse(Buffer.from(told, 'base64url').toString()) as Record<string, string[]>)
    : undefined
}
