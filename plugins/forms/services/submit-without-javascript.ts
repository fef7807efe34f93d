import { type Ctx, type AppError, sign, translateMessages, verify } from 'stoa'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Submissions without JavaScript: the result is passed, signed, in the URL of the redirect. */

/** Whether a browser has submitted the form without JavaScript. */
export const isPlain = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html') && !(headers.accept ?? '').includes('json')

/** Redirects such a browser (303 See Other). */
export const follow = (reply: FastifyReply, to: string): FastifyReply => reply.redirect(to, 303)

const PURPOSE = 'form-problems'
const most = { fields: 20, characters: 300 }

/** URL of a form's page, such as `/form/tasting`, after a submission; with the validation errors when it was rejected. */
export function pageAddress(ctx: Ctx, path: string, refusal?: AppError): string {
  const page = `${ctx.language === ctx.mainLanguage ? '' : `/${ctx.language}`}${path}`
  if (!refusal) return `${page}?sent=1`
  const texts = translateMessages(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, refusal.messages)
  const byField = Array.isArray(texts) ? { '': texts } : texts
  const short = Object.entries(byField)
    .slice(0, most.fields)
    .map(([field, lines]) => [field, lines.map((line) => line.slice(0, most.characters))])
  const encoded = Buffer.from(JSON.stringify(Object.fromEntries(short))).toString('base64url')
  return `${page}?problems=${encoded}.${sign(ctx.kernel.config, PURPOSE, `${path} ${encoded}`)}`
}

/** The validation errors in such a URL; undefined when the signature is invalid. */
export function readProblems({ kernel }: Ctx, path: string, value: string): Record<string, string[]> | undefined {
  const [encoded = '', signature = ''] = value.split('.')
  return encoded !== '' && verify(kernel.config, PURPOSE, `${path} ${encoded}`, signature)
    ? (JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Record<string, string[]>)
    : undefined
}
