import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from 'stoa'
import { fullName } from 'stoa/plugins/people'
import { type Answers, isEmail } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'

/** Name of the cookie that identifies a browser for forms with one submission per person. */
export const browserCookie = 'form_browser'
/** Lifetime in seconds; the maximum that browsers allow. */
const lifetime = 400 * 86_400

/** The normalized e-mail address of the submitter; null when the form has no e-mail field, or the text is not exactly one address. */
export function getEmail(shape: Shape, answers: Answers): string | null {
  const field = emailField(shape)
  const answer = field && answers[field]
  if (typeof answer !== 'string') return null
  const plain = answer.trim().normalize('NFC').toLowerCase()
  return isEmail(plain) ? plain : null
}

/** The e-mail field: the one with that key, or the first with the e-mail rule. */
function emailField(shape: Shape): string | undefined {
  const texts = getFields(shape).filter(({ type }) => type === 'text')
  return (texts.find(({ key }) => key === 'email') ?? texts.find(({ additional_options }) => additional_options.rule === 'email'))?.key
}

/** The name, where the form has a name field. */
export function getName(answers: Answers): string {
  const text = (key: string) => (typeof answers[key] === 'string' ? answers[key] : '')
  return (fullName(text('first_name'), text('last_name')) || text('name') || text('full_name')).slice(0, 255)
}

/** The browser id from the cookie. */
export function getBrowser(request: Pick<FastifyRequest, 'cookies'>): string | undefined {
  const value = request.cookies?.[browserCookie]
  return value !== undefined && /^[\w-]{20,40}$/.test(value) ? value : undefined
}

/** Sets the browser id unless there is one. */
export function markBrowser({ kernel }: Ctx, request: FastifyRequest, reply: FastifyReply): string {
  const mark = getBrowser(request) ?? randomBytes(18).toString('base64url')
  void reply.setCookie(browserCookie, mark, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: kernel.config.publicUrl.startsWith('https:'),
    maxAge: lifetime,
  })
  return mark
}

/**
 * The identity of a submitter for forms with one submission per person: account, else e-mail address if the form asks for it, else browser.
 */
export function submitterKey({ actor }: Ctx, email: string | null, browser: string | undefined): string | undefined {
  if (actor.kind === 'customer') return `user:${actor.id}`
  return email ? `email:${email}` : browser === undefined ? undefined : `browser:${browser}`
}

/** Whether the identity is only an e-mail address, which anybody can type. */
export const isAddressKey = (key: string): boolean => key.startsWith('email:')
