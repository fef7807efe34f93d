import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName, readCredential, type Kernel, findSessionSubject, setCookie, sign, verify } from 'stoa'

const COOKIE = 'stoa_opened'
const PURPOSE = 'account opened here'
/** Lifetime of a verification link, plus a margin. */
const LIFETIME_S = 2 * 86_400

/** Marks the browser in which an account was registered: a verification there comes from the same person. */
export function markOpenedHere(kernel: Kernel, reply: FastifyReply, customer: number): void {
  setCookie(kernel, reply, COOKIE, `${customer}.${sign(kernel.config, PURPOSE, String(customer))}`, LIFETIME_S)
}

/** Session token of this account in this browser; '' if it was registered here without a session; undefined in any other browser. */
export async function wasOpenedHere(kernel: Kernel, request: FastifyRequest, customer: number): Promise<string | undefined> {
  const session = readCredential(request, 'user')
  if (session && (await findSessionSubject(kernel, 'user', session.token)) === customer) return session.token
  const [id = '', signature = ''] = (request.cookies[getCookieName(kernel, COOKIE)] ?? '').split('.')
  return id === String(customer) && verify(kernel.config, PURPOSE, id, signature) ? '' : undefined
}
