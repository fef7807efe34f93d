import { lookup as resolve } from 'node:dns'
import { Agent as PlainAgent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { type Message, message } from './errors.ts'

/** Defaults: timeout in milliseconds, and maximum response size in bytes. */
const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_MAX_BYTES = 1024 * 1024

/** Options of a call. */
export interface OutgoingCall {
  method?: string | undefined
  headers?: HeadersInit | undefined
  body?: string | URLSearchParams | undefined
  signal?: AbortSignal | null | undefined
  /** Timeout in milliseconds; ten seconds when absent. */
  timeoutMs?: number
  /** Maximum response size in bytes; one megabyte when absent. */
  maxBytes?: number
}

/** Calls a URL and reads the whole response. @throws OutgoingError, or the connection's error */
export type Outgoing = (url: string | URL, call?: OutgoingCall) => Promise<Response>

/** Why a call was not made, or its response not accepted. */
export class OutgoingError extends Error {
  readonly code: 'insecure' | 'private' | 'status' | 'too_long'
  constructor(code: OutgoingError['code'], message: string) {
    super(message)
    this.name = 'OutgoingError'
    this.code = code
  }
}

/** Whether an IP address is a public unicast address. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Problem of a URL that is visible without a DNS lookup; undefined when there is none. */
function findUrlProblem(url: URL): 'insecure' | 'private' | undefined {
  if (url.protocol !== 'https:') return 'insecure'
  const host = getHost(url)
  return (isIP(host) && !isPublic(host)) || /^(.+\.)?localhost\.?$/.test(host) ? 'private' : undefined
}

/** Validation message for a URL that will not be called; undefined when it is allowed. */
export function findAddressProblem(config: Pick<Config, 'outgoing'>, address: string): Message | undefined {
  if (config.outgoing === 'any' || !URL.canParse(address)) return undefined
  const problem = findUrlProblem(new URL(address))
  return problem && message(`core:rule.address_${problem}`)
}

/**
 * Resolves a host name and refuses it when any of its addresses is private (SSRF). The connection itself uses this lookup, so that
 * DNS rebinding between check and call is not possible.
 */
const lookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found) => {
    const list = found ?? []
    const [first] = list
    if (error || !first) return done(error, '', 0)
    if (!list.every(({ address }) => isPublic(address))) return done(isPrivate(), '', 0)
    return options.all ? done(null, list) : done(null, first.address, first.family)
  })

const isPrivate = () => new OutgoingError('private', 'the address leads into a private network')

// Most servers close an idle connection after five seconds; a request sent at that moment is lost.
const AGENT_OPTIONS = { keepAlive: true, timeout: 4_000 }
const watched = { http: new PlainAgent({ ...AGENT_OPTIONS, lookup }), https: new SecureAgent({ ...AGENT_OPTIONS, lookup }) }
const free = { http: new PlainAgent(AGENT_OPTIONS), https: new SecureAgent(AGENT_OPTIONS) }

const toAnybody: Outgoing = (url, call) => send(new URL(url), free, call)
const toPublic: Outgoing = async (url, call) => {
  const target = new URL(url)
  const problem = findUrlProblem(target)
  if (problem === 'insecure') throw new OutgoingError('insecure', 'the address must begin with https')
  if (problem === 'private') throw isPrivate()
  return send(target, watched, call)
}

/**
 * HTTP client for URLs that people may configure. It calls only public addresses by https, unless the environment says otherwise.
 * It does not follow redirects, and stops slow or large responses.
 */
export const outgoing = ({ outgoing: allowedTargets }: Pick<Config, 'outgoing'>): Outgoing =>
  allowedTargets === 'any' ? toAnybody : toPublic

async function send(url: URL, agents: typeof free, all: OutgoingCall = {}): Promise<Response> {
  const { body, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, ...call } = all
  const headers = new Headers(call.headers)
  const sent = body === undefined ? undefined : Buffer.from(body.toString())
  if (body instanceof URLSearchParams && !headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
  if (sent) headers.set('content-length', String(sent.length))
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  const options = {
    method: call.method ?? 'GET',
    headers: Object.fromEntries(headers),
    signal: call.signal ? AbortSignal.any([call.signal, timeoutSignal]) : timeoutSignal,
  }
  const request =
    url.protocol === 'https:'
      ? secureRequest(url, { ...options, agent: agents.https })
      : plainRequest(url, { ...options, agent: agents.http })
  request.end(sent)
  return findAnswer(request, maxBytes)
}

/** Reads the whole response. After an error the connection is destroyed, so that nothing more is read. */
async function findAnswer(request: ClientRequest, most: number): Promise<Response> {
  // The error listener stays: a connection may break after the response has begun, and the response then reports it.
  const answer = await new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).on('error', reject))
  const refuse = (error: OutgoingError) => {
    request.destroy()
    return error
  }
  const { statusCode: status = 0 } = answer
  if (status < 200 || status > 599 || (status >= 300 && status < 400))
    throw refuse(new OutgoingError('status', `it answered ${status}, which is not followed`))
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length > most) throw refuse(new OutgoingError('too_long', 'the answer is too long'))
  }
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((item): [string, string] => [name, item]),
  )
  return new Response(status === 204 || status === 205 ? null : Buffer.concat(parts), { status, headers })
}

/** An error code from another service that is safe to show: a short plain word or number, otherwise an empty text. */
export const getErrorCode = (answered: unknown): string => {
  const word = typeof answered === 'number' || typeof answered === 'string' ? String(answered) : ''
  return /^[\w.-]{1,64}$/.test(word) ? word : ''
}
