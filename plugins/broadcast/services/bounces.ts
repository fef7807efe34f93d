import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rename, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type Ctx, type Kernel, sql } from 'stoa'
import { normalizeEmail } from 'stoa/plugins/people'
import { MAX_PARSED_CHARS, parseBounce } from '../domain/bounce-report.ts'
import { broadcasting } from '../settings.ts'
import { isBelow } from './is-below.ts'
import { type BounceType, recordBounce } from './events.ts'
import { findRecipientTags } from './tokens.ts'

const types: Record<string, BounceType> = { hard: 'bounce_hard', soft: 'bounce_soft', unknown: 'bounce_soft', complaint: 'complaint' }

/** A delivery notice in the format of the API. */
export interface BounceNotice {
  type: string
  /** Unique id of the notice, used as an idempotency key. */
  id: string
  message_id: string
  recipient: string
  said: string
}

/** The recipient that a notice is about: found by Message-ID, else the last one with this address. */
async function findRecipient(
  kernel: Kernel,
  { message_id, recipient }: Pick<BounceNotice, 'message_id' | 'recipient'>,
): Promise<number | undefined> {
  const [recipientId] = findRecipientTags(kernel, message_id)
  if (recipientId !== undefined) return recipientId
  if (recipient === '') return undefined
  const row = await kernel.db.one<{
    id: number
  }>(sql`select id from broadcast_recipient where address_norm = ${normalizeEmail(recipient)} and channel = 'email'
    and handed_at is not null order by claimed_at desc limit 1`)
  return row?.id
}

/** Records notices sent by a program. Returns how many were new. */
export async function recordNotices(kernel: Kernel, notices: readonly BounceNotice[]): Promise<number> {
  let acceptedCount = 0
  for (const notice of notices) {
    const id = await findRecipient(kernel, notice)
    const type = types[notice.type]
    if (id !== undefined && type && (await recordBounce(kernel, id, type, { key: `notice ${notice.id}`, explanation: notice.said })))
      acceptedCount++
  }
  return acceptedCount
}

/** Parses a bounced e-mail and finds the recipient it is about. Returns undefined for any other e-mail. */
export function readBounce(kernel: Kernel, raw: Buffer) {
  // The recipient tags are ASCII in any encoding. An e-mail without a tag is not a bounce of ours and is not parsed further.
  const mail = raw.subarray(0, MAX_PARSED_CHARS).toString('latin1')
  const [id] = findRecipientTags(kernel, mail)
  if (id === undefined) return undefined
  const returned = parseBounce(mail)
  const type = returned && types[returned.kind]
  return type ? { id, type, returned } : undefined
}

/** Processes a bounced e-mail. Returns whether it was new, already known or unrelated. */
export async function acceptBounceMail(kernel: Kernel, raw: Buffer): Promise<'noted' | 'known' | 'strange'> {
  const bounce = readBounce(kernel, raw)
  if (!bounce) return 'strange'
  const { id, type, returned } = bounce
  const key = `mail ${createHash('sha256').update(raw).digest('hex')}`
  return (await recordBounce(kernel, id, type, { key, explanation: returned.explanation || returned.status })) ? 'noted' : 'known'
}

/** Maximum size of an e-mail in bytes. A larger one is not a bounce. */
const MAX_MAIL_BYTES = 2_000_000
/** Maximum number of e-mails in one run, and its time limit. The next run continues. */
const MAX_MAILS = 1_000
const RUN_MS = 60_000
/** Suffix of the file name of an e-mail to read again after a database error. After this many attempts the file is left alone. */
const RETRY_SUFFIX = '.again'
const MAX_READS = 3

/** Whether a folder lies inside the mail directory after symbolic links are resolved. A path that does not exist is compared as given. */
async function isInMailDir({ config }: Kernel, folder: string): Promise<boolean> {
  const [root, real] = await Promise.all([config.mailDir, folder].map((path) => realpath(path).catch(() => path)))
  return root !== undefined && real !== undefined && isBelow(root, real)
}

/**
 * Reads new files of the maildir that the settings name. A file is moved to `cur` before it is parsed, as the maildir format requires, so
 * that an e-mail that crashes the process is not read again. Several processes may run at the same time.
 */
export async function readBounceFolder({ kernel }: Ctx): Promise<void> {
  const { bounce_folder: folder } = kernel.settings.of(broadcasting)
  if (folder === '' || !isAbsolute(folder)) return
  if (!(await isInMailDir(kernel, folder))) {
    kernel.log.warn({ folder }, 'the folder with bounces is not read: it does not lie below the one for mail')
    return
  }
  const names = await readdir(join(folder, 'new')).catch((error: unknown) => {
    kernel.log.warn({ err: error }, 'the folder with bounces cannot be read')
    return []
  })
  const failures: unknown[] = []
  if (names.length > 0) await mkdir(join(folder, 'cur'), { recursive: true })
  const until = Date.now() + RUN_MS
  for (const name of names.toSorted().slice(0, MAX_MAILS)) {
    if (Date.now() > until) break
    const claimed = join(folder, 'cur', `${name}:2,`)
    try {
      await rename(join(folder, 'new', name), claimed)
      const { size } = await stat(claimed)
      if (size <= MAX_MAIL_BYTES) await acceptBounceMail(kernel, await readFile(claimed))
      await rename(claimed, `${claimed}S`)
    } catch (error) {
      // Another process has taken this file.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      failures.push(error)
      if (!name.endsWith(RETRY_SUFFIX.repeat(MAX_READS - 1)))
        await rename(claimed, join(folder, 'new', name + RETRY_SUFFIX)).catch(() => {})
    }
  }
  // One unreadable e-mail does not stop the others. The first error is thrown at the end.
  if (failures.length > 0) throw failures[0]
}

/** Compares two strings in constant time. */
export function isEqualConstantTime(value: string, other: string): boolean {
  const [a, b] = [value, other].map((word) => createHash('sha256').update(word).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** Maximum age of a Mailgun signature, in hours. An older notice is rejected as a replay. */
const MAX_SIGNATURE_AGE_HOURS = 24

/** Verifies the Mailgun webhook signature: HMAC over timestamp and token with the key of the settings. */
export function isFromMailgun(
  kernel: Kernel,
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
): boolean {
  const { mailgun_key: key } = kernel.settings.of(broadcasting)
  if (!key || Math.abs(Date.now() / 1_000 - Number(timestamp)) > MAX_SIGNATURE_AGE_HOURS * 3_600) return false
  return isEqualConstantTime(
    createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
    signature.toLowerCase(),
  )
}
