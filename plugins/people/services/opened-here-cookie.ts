import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName, readCredential, type Kernel, findSessionSubject, setCookie, sign, verify } from 'stoa'

const COOKIE = 'stoa_opened'
const PURPOSE = 'account opened here'
/** As long as a link that proves an address lives, and a while longer. */
const LIFETIME_S = 2 * 86_400

/** Marks the browser an account was opened in: who proves its address there is the same person. */
export function markOpenedHere(kernel: Kernel, reply: FastifyReply, customer: number): void {
  setCookie(kernel, reply, COOKIE, `${customer}.${sign(kernel.config, PURPOSE, String(customer))}`, LIFETIME_S)
}

/** Token of the session of this account in this browser; an empty text where it was opened here without one; undefined in any other browser. */
export async function wasOpenedHere(kernel: Kernel, request: FastifyRequest, customer: number): Promise<string | undefined> {
  const session = readCredential(request, 'user')
  if (session && (await findSessionSubject(kernel, 'user', session.token)) === customer) return session.token
  const [id = '', signature = ''] = (request.cookies[getCookieName(kernel, COOKIE)] ?? '').split('.')
  return id === String(customer) && verify(kernel.config, PURPOSE, id, signature) ? '' : undefined
}
