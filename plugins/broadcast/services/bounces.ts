import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type Ctx, type Kernel, sql } from '#core'
import { plainEmail } from '../../people/index.ts'
import { returnedOf } from '../domain/returned.ts'
import { broadcasting } from '../settings.ts'
import { type Back, noteBack } from './events.ts'
import { recipientsIn } from './tokens.ts'

const types: Record<string, Back> = { hard: 'bounce_hard', soft: 'bounce_soft', unknown: 'bounce_soft', complaint: 'complaint' }

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
async function recipientOf(
  kernel: Kernel,
  { message_id, recipient }: Pick<Notice, 'message_id' | 'recipient'>,
): Promise<number | undefined> {
  const [known] = recipientsIn(kernel, message_id)
  if (known !== undefined) return known
  if (recipient === '') return undefined
  const row = await kernel.db.one<{
    id: number
  }>(sql`select id from broadcast_recipient where address_norm = ${plainEmail(recipient)} and channel = 'email'
    and handed_at is not null order by claimed_at desc limit 1`)
  return row?.id
}

/** Takes notices of a program; answers how many were new. */
export async function takeNotices(kernel: Kernel, notices: readonly Notice[]): Promise<number> {
  let taken = 0
  for (const notice of notices) {
    const id = await recipientOf(kernel, notice)
    const type = types[notice.type]
    if (id !== undefined && type && (await noteBack(kernel, id, type, { key: `notice ${notice.id}`, said: notice.said }))) taken++
  }
  return taken
}

/** What a mail that came back tells of which letter of ours; nothing when it is another kind of mail. */
export function readBack(kernel: Kernel, raw: Buffer) {
  // Signs of our own are plain letters whatever the mail is written in.
  const mail = raw.toString('latin1')
  const returned = returnedOf(mail)
  const [id] = recipientsIn(kernel, mail)
  const type = returned && types[returned.kind]
  return type && id !== undefined ? { id, type, returned } : undefined
}

/** Reads a mail that came back; answers what it was. */
export async function takeMail(kernel: Kernel, raw: Buffer): Promise<'noted' | 'known' | 'strange'> {
  const back = readBack(kernel, raw)
  if (!back) return 'strange'
  const { id, type, returned } = back
  const key = `mail ${createHash('sha256').update(raw).digest('hex')}`
  return (await noteBack(kernel, id, type, { key, said: returned.said || returned.status })) ? 'noted' : 'known'
}

/** Larger mails tell of no letter of ours. */
const LARGEST = 2_000_000

/**
 * Reads what is new in the maildir of the settings, a folder where a mail server puts what comes back. What was read is moved on to `cur`,
 * as programs that read mail do; several processes may look at once.
 */
export async function readFolder({ kernel }: Ctx): Promise<void> {
  const { bounce_folder: folder } = kernel.settings.of(broadcasting)
  if (folder === '' || !isAbsolute(folder)) return
  const names = await readdir(join(folder, 'new')).catch((error: unknown) => {
    kernel.log.warn({ err: error }, 'the folder with bounces cannot be read')
    return []
  })
  const failures: unknown[] = []
  if (names.length > 0) await mkdir(join(folder, 'cur'), { recursive: true })
  for (const name of names.toSorted().slice(0, 1_000)) {
    const path = join(folder, 'new', name)
    try {
      const { size } = await stat(path)
      if (size <= LARGEST) await takeMail(kernel, await readFile(path))
      await rename(path, join(folder, 'cur', `${name}:2,S`))
    } catch (error) {
      // Another process was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failures.push(error)
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
export function isMailguns(
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
