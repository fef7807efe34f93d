import { type Ctx, type AppError, sign, translateMessages, verify } from 'stoa'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is said back to a browser that sent a form by itself: it stands, signed, in the address it is sent on to. */

/** Whether a browser sent a form by itself, without a script that reads answers. */
export const isPlain = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html') && !(headers.accept ?? '').includes('json')

/** Sends such a browser on. */
export const follow = (reply: FastifyReply, to: string): FastifyReply => reply.redirect(to, 303)

const PURPOSE = 'form-problems'
const most = { fields: 20, letters: 300 }

/** The page of a form, such as `/form/tasting`, after it was sent; with what was wrong when it was refused. */
export function pageAddress(ctx: Ctx, path: string, refusal?: AppError): string {
  const page = `${ctx.language === ctx.mainLanguage ? '' : `/${ctx.language}`}${path}`
  if (!refusal) return `${page}?sent=1`
  const texts = translateMessages(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, refusal.messages)
  const byField = Array.isArray(texts) ? { '': texts } : texts
  const short = Object.entries(byField)
    .slice(0, most.fields)
    .map(([field, lines]) => [field, lines.map((line) => line.slice(0, most.letters))])
  const told = Buffer.from(JSON.stringify(Object.fromEntries(short))).toString('base64url')
  return `${page}?problems=${told}.${sign(ctx.kernel.config, PURPOSE, `${path} ${told}`)}`
}

/** What was wrong, from such an address; undefined when the shop did not write it. */
export function readProblems({ kernel }: Ctx, path: string, value: string): Record<string, string[]> | undefined {
  const [told = '', signature = ''] = value.split('.')
  return told !== '' && verify(kernel.config, PURPOSE, `${path} ${told}`, signature)
    ? (JSON.parse(Buffer.from(told, 'base64url').toString()) as Record<string, string[]>)
    : undefined
}
