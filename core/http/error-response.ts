import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kernel } from '../context.ts'
import { translateMessages } from '../i18n/labels.ts'
import {
  BAD_REQUEST,
  AppError,
  INTERNAL,
  INVALID,
  NO_ROOM,
  NOT_FOUND,
  message,
  TOO_LARGE,
  UNAVAILABLE,
  UNREADABLE_VALUE_STATES,
} from './errors.ts'
import { step } from './kernel.ts'
import { requestLanguage } from './language.ts'

/** SQLSTATEs of an unavailable database: the client may try again later. */
const away = /^(08|57P0|53300|57014|25P03)/
/** Codes for a full disk, of the database and of the operating system. */
const full = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'])

/** Kernels that failed to write because the disk is full. Removed when a write succeeds again. */
export const kernelsWithoutSpace = new WeakSet<Kernel>()

/** Converts any error to the declared error that a client may see. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code = '', statusCode, message: errorMessage = '' } = error as Partial<FastifyError>
  if (
    away.test(code) ||
    unreachable.has(code) ||
    /^connect E|timeout exceeded when trying to connect|Connection terminated|not queryable|Client was closed/.test(errorMessage)
  ) {
    return new AppError(UNAVAILABLE, undefined, { headers: { 'retry-after': '2' } })
  }
  if (full.has(code)) return new AppError(NO_ROOM, undefined, { headers: { 'retry-after': '30' } })
  if (UNREADABLE_VALUE_STATES.has(code) || code === 'FST_ERR_VALIDATION') return new AppError(INVALID, [message('core:rule.check_input')])
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(TOO_LARGE, [message('core:rule.upload_limit')])
  if (statusCode === 413 || /FILE_TOO_LARGE|REQ_FILE|FILES_LIMIT|FIELDS_LIMIT|PARTS_LIMIT/.test(code)) return new AppError(TOO_LARGE)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError(BAD_REQUEST)
  if (/^FST_(INVALID_MULTIPART|PARTS|PROTO)|Multipart|Unexpected end of form|Malformed part/i.test(`${code} ${errorMessage}`))
    return new AppError(BAD_REQUEST)
  return new AppError(INTERNAL)
}

/** What the log contains for an infrastructure failure: no stack trace. A pool timeout has no code. */
const describeError = (error: unknown) => ({
  code: (error as Partial<FastifyError>).code,
  message: error instanceof Error ? error.message : String(error),
})

/** Sends every error as `{ code, messages }` with its status; a 401 also carries `error`. */
export function sendError(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const failed = toAppError(error)
  if (failed.kind === NO_ROOM) kernelsWithoutSpace.add(kernel)
  if (failed.kind === INTERNAL) request.log.error({ req: request, err: error }, 'request failed')
  else if (failed.kind === NO_ROOM || (failed.kind === UNAVAILABLE && !request.raw.destroyed))
    request.log.warn({ err: describeError(error) }, failed.kind === NO_ROOM ? 'no room left' : 'database away')
  void reply
    .code(failed.kind.status)
    .headers({ 'cache-control': 'no-store', ...failed.headers })
    .send({
      code: failed.kind.code,
      messages: translateMessages(kernel, requestLanguage(kernel, request), failed.messages),
      ...failed.extra,
    })
}

/** Error handler: every error, also that of an unknown route, has the same shape. */
export const envelope = fp(
  async (app) => {
    const { kernel } = app
    app.setErrorHandler((error, request, reply) => sendError(kernel, request, reply, error))
    app.setNotFoundHandler((request, reply) => sendError(kernel, request, reply, new AppError(NOT_FOUND)))
    // Clients treat a body with `messages` as an error, so a success must not have that member.
    app.addHook('preSerialization', (_request, reply, payload, done) => {
      const wrong = reply.statusCode < 400 && payload !== null && typeof payload === 'object' && Object.hasOwn(payload, 'messages')
      if (wrong) throw new Error('A success answer must not have a top-level "messages"')
      done(null, payload)
    })
  },
  step('envelope', ['kernel']),
)
