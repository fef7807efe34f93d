import { lookup as resolve } from 'node:dns'
import { Agent as PlainAgent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { type Message, message } from './errors.ts'

/** Longest an answer is waited for, in milliseconds, and the most that is read of it, in bytes. */
const PATIENCE = 10_000
const MOST = 1024 * 1024

/** What may be said in a call. */
export interface OutgoingCall {
  method?: string | undefined
  headers?: HeadersInit | undefined
  body?: string | URLSearchParams | undefined
  signal?: AbortSignal | null | undefined
  /** Milliseconds until it is given up; ten seconds when absent. */
  patience?: number
  /** Bytes of an answer that are taken; a megabyte when absent. */
  most?: number
}

/** Calls an address and reads the answer to its end. @throws OutgoingError, or what the connection says */
export type Outgoing = (url: string | URL, call?: OutgoingCall) => Promise<Response>

/** Why a call was not made, or its answer not taken. */
export class OutgoingError extends Error {
  readonly code: 'insecure' | 'private' | 'status' | 'too_long'
  constructor(code: OutgoingError['code'], message: string) {
    super(message)
    this.name = 'OutgoingError'
    this.code = code
  }
}

/** Whether an address belongs to the open internet, and to no machine, network or purpose of its own. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

const getHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** What can be seen to be wrong with an address before anybody is asked where it leads; undefined when nothing is. */
function wrong(url: URL): 'insecure' | 'private' | undefined {
  if (url.protocol !== 'https:') return 'insecure'
  const host = getHost(url)
  return (isIP(host) && !isPublic(host)) || /^(.+\.)?localhost\.?$/.test(host) ? 'private' : undefined
}

/** What is said to somebody who gives an address that will not be called; undefined when it will. */
export function findAddressProblem(config: Pick<Config, 'outgoing'>, address: string): Message | undefined {
  if (config.outgoing === 'any' || !URL.canParse(address)) return undefined
  const why = wrong(new URL(address))
  return why && message(`core:rule.address_${why}`)
}

/**
 * Looks a name up and refuses it when any of its addresses is private. It is the connection itself that asks, so a name
 * cannot lead elsewhere between the look and the call.
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

// Most servers let an idle connection go after five seconds: what is said on it in that moment is lost.
const AGENT_OPTIONS = { keepAlive: true, timeout: 4_000 }
const watched = { http: new PlainAgent({ ...AGENT_OPTIONS, lookup }), https: new SecureAgent({ ...AGENT_OPTIONS, lookup }) }
const free = { http: new PlainAgent(AGENT_OPTIONS), https: new SecureAgent(AGENT_OPTIONS) }

const toAnybody: Outgoing = (url, call) => send(new URL(url), free, call)
const toPublic: Outgoing = async (url, call) => {
  const target = new URL(url)
  const why = wrong(target)
  if (why === 'insecure') throw new OutgoingError('insecure', 'the address must begin with https')
  if (why === 'private') throw isPrivate()
  return send(target, watched, call)
}

/**
 * The way out for calls to addresses that people may set. Only the open internet is called, and only by https, unless the
 * environment says otherwise; redirects are not followed; an answer that is slow or long is given up.
 */
export const outgoing = ({ outgoing: whom }: Pick<Config, 'outgoing'>): Outgoing => (whom === 'any' ? toAnybody : toPublic)

async function send(url: URL, agents: typeof free, all: OutgoingCall = {}): Promise<Response> {
  const { body, patience = PATIENCE, most = MOST, ...call } = all
  const headers = new Headers(call.headers)
  const sent = body === undefined ? undefined : Buffer.from(body.toString())
  if (body instanceof URLSearchParams && !headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded')
  if (sent) headers.set('content-length', String(sent.length))
  const time = AbortSignal.timeout(patience)
  const options = {
    method: call.method ?? 'GET',
    headers: Object.fromEntries(headers),
    signal: call.signal ? AbortSignal.any([call.signal, time]) : time,
  }
  const request =
    url.protocol === 'https:'
      ? secureRequest(url, { ...options, agent: agents.https })
      : plainRequest(url, { ...options, agent: agents.http })
  request.end(sent)
  return findAnswer(request, most)
}

/** The whole answer. What goes wrong on the way ends the connection, so nothing more of it is read. */
async function findAnswer(request: ClientRequest, most: number): Promise<Response> {
  // It goes on listening: a connection may break after its answer has begun, which the answer then tells.
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
    (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
  )
  return new Response(status === 204 || status === 205 ? null : Buffer.concat(parts), { status, headers })
}

/**
 * A word or number another service answered, such as the code of an error, so that it can be shown to people: whoever it
 * was that answered, nothing but a short plain word comes through.
 */
export const getErrorCode = (answered: unknown): string => {
  const word = typeof answered === 'number' || typeof answered === 'string' ? String(answered) : ''
  return /^[\w.-]{1,64}$/.test(word) ? word : ''
}
