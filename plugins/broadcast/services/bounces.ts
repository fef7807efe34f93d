import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rename, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type Ctx, type Kernel, sql } from 'stoa'
import { normalizeEmail } from 'stoa/plugins/people'
import { LOOKED_AT, parseBounce } from '../domain/bounce-report.ts'
import { broadcasting } from '../settings.ts'
import { isBelow } from './is-below.ts'
import { type BounceType, recordBounce } from './events.ts'
import { findRecipientMarks } from './tokens.ts'

const types: Record<string, BounceType> = { hard: 'bounce_hard', soft: 'bounce_soft', unknown: 'bounce_soft', complaint: 'complaint' }

/** A notice as programs tell it. */
export interface Notice {
  type: string
  /** Unique for each notice: the same told twice counts once. */
  id: string
  message_id: string
  recipient: string
  said: string
}

/** Whom the letter of a notice went to: by its Message-ID, else the last one that went to the address. */
async function findRecipient(
  kernel: Kernel,
  { message_id, recipient }: Pick<Notice, 'message_id' | 'recipient'>,
): Promise<number | undefined> {
  const [known] = findRecipientMarks(kernel, message_id)
  if (known !== undefined) return known
  if (recipient === '') return undefined
  const row = await kernel.db.one<{
    id: number
  }>(sql`select id from broadcast_recipient where address_norm = ${normalizeEmail(recipient)} and channel = 'email'
    and handed_at is not null order by claimed_at desc limit 1`)
  return row?.id
}

/** Takes notices of a program; answers how many were new. */
export async function recordNotices(kernel: Kernel, notices: readonly Notice[]): Promise<number> {
  let taken = 0
  for (const notice of notices) {
    const id = await findRecipient(kernel, notice)
    const type = types[notice.type]
    if (id !== undefined && type && (await recordBounce(kernel, id, type, { key: `notice ${notice.id}`, said: notice.said }))) taken++
  }
  return taken
}

/** What a mail that came back tells of which letter of ours; nothing when it is another kind of mail. */
export function readBounce(kernel: Kernel, raw: Buffer) {
  // Marks of our own are plain letters whatever the mail is written in. What has none was not sent because of us and is not read further.
  const mail = raw.subarray(0, LOOKED_AT).toString('latin1')
  const [id] = findRecipientMarks(kernel, mail)
  if (id === undefined) return undefined
  const returned = parseBounce(mail)
  const type = returned && types[returned.kind]
  return type ? { id, type, returned } : undefined
}

/** Reads a mail that came back; answers what it was. */
export async function acceptBounceMail(kernel: Kernel, raw: Buffer): Promise<'noted' | 'known' | 'strange'> {
  const back = readBounce(kernel, raw)
  if (!back) return 'strange'
  const { id, type, returned } = back
  const key = `mail ${createHash('sha256').update(raw).digest('hex')}`
  return (await recordBounce(kernel, id, type, { key, said: returned.said || returned.status })) ? 'noted' : 'known'
}

/** Larger mails tell of no letter of ours. */
const LARGEST = 2_000_000
/** Mails of one run, and how long it may take; the next run goes on. */
const MOST = 1_000
const RUN_MS = 60_000
/** Ending of the name of a mail that is to be read again, because the database failed; with so many of them it is left alone. */
const AGAIN = '.again'
const TRIES = 3

/** Whether a folder lies below the one for mail, wherever links in its path lead. One that is not there is in no other place. */
async function isInMailDir({ config }: Kernel, folder: string): Promise<boolean> {
  const [root, real] = await Promise.all([config.mailDir, folder].map((path) => realpath(path).catch(() => path)))
  return root !== undefined && real !== undefined && isBelow(root, real)
}

/**
 * Reads what is new in the maildir of the settings, a folder where a mail server puts what comes back. A mail is moved on to `cur`, as
 * programs that read mail do, before it is read: one that ends the process is not read again by the next. Several processes may look at once.
 */
export async function readFolder({ kernel }: Ctx): Promise<void> {
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
  for (const name of names.toSorted().slice(0, MOST)) {
    if (Date.now() > until) break
    const claimed = join(folder, 'cur', `${name}:2,`)
    try {
      await rename(join(folder, 'new', name), claimed)
      const { size } = await stat(claimed)
      if (size <= LARGEST) await acceptBounceMail(kernel, await readFile(claimed))
      await rename(claimed, `${claimed}S`)
    } catch (error) {
      // Another process was quicker.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      failures.push(error)
      if (!name.endsWith(AGAIN.repeat(TRIES - 1))) await rename(claimed, join(folder, 'new', name + AGAIN)).catch(() => {})
    }
  }
  // What cannot be read keeps nothing from being read that comes after it.
  if (failures.length > 0) throw failures[0]
}

/** Whether two words are the same, in a time that does not tell how far. */
export function sameWord(one: string, other: string): boolean {
  const [a, b] = [one, other].map((word) => createHash('sha256').update(word).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** Hours after which what Mailgun signed is too old to be told for the first time. */
const HOURS = 24

/** Whether Mailgun signed a notice: time and token, by the key of the settings. */
export function isFromMailgun(
  kernel: Kernel,
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
): boolean {
  const { mailgun_key: key } = kernel.settings.of(broadcasting)
  if (!key || Math.abs(Date.now() / 1_000 - Number(timestamp)) > HOURS * 3_600) return false
  return sameWord(
    createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
    signature.toLowerCase(),
  )
}
