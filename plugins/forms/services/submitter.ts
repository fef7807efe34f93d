import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from 'stoa'
import { fullName } from 'stoa/plugins/people'
import { type Answers, isEmail } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'

/** Name of the cookie by which a browser is known again where a form takes one answer of each. */
export const browserCookie = 'form_browser'
/** Seconds: as long as browsers keep one. */
const lifetime = 400 * 86_400

/**
 * What somebody gave as their address, in its plain form; null when the form does not ask for one, or where it takes any text and got none:
 * nobody is written to, nor known, by what is no address or several.
 */
export function getEmail(shape: Shape, answers: Answers): string | null {
  const field = emailField(shape)
  const answer = field && answers[field]
  if (typeof answer !== 'string') return null
  const plain = answer.trim().normalize('NFC').toLowerCase()
  return isEmail(plain) ? plain : null
}

/** The field an address is asked in: the one of that name, or the first that takes addresses alone. */
function emailField(shape: Shape): string | undefined {
  const texts = getFields(shape).filter(({ type }) => type === 'text')
  return (texts.find(({ key }) => key === 'email') ?? texts.find(({ additional_options }) => additional_options.rule === 'email'))?.key
}

/** A name, where a form asks for one. */
export function getName(answers: Answers): string {
  const text = (key: string) => (typeof answers[key] === 'string' ? answers[key] : '')
  return (fullName(text('first_name'), text('last_name')) || text('name') || text('full_name')).slice(0, 255)
}

/** The mark of this browser, from its cookie. */
export function getBrowser(request: Pick<FastifyRequest, 'cookies'>): string | undefined {
  const value = request.cookies?.[browserCookie]
  return value !== undefined && /^[\w-]{20,40}$/.test(value) ? value : undefined
}

/** Marks this browser, if it is not marked yet. */
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

/** Who somebody is to a form that takes one answer of each: their account, else their address where it is asked for, else their browser. */
export function submitterKey({ actor }: Ctx, email: string | null, browser: string | undefined): string | undefined {
  if (actor.kind === 'customer') return `user:${actor.id}`
  return email ? `email:${email}` : browser === undefined ? undefined : `browser:${browser}`
}

/** Whether a submitter is known by nothing but an address, which anybody can type. */
export const isAddressKey = (key: string): boolean => key.startsWith('email:')
