import { Readable } from 'node:stream'
import { type Kernel, keepMail } from '#core'
import { fullName, SMS, SmsRefused } from '../../people/index.ts'
import { broadcasting } from '../settings.ts'
import type { Claimed, Sending } from './claim.ts'
import type { LetterPress, To } from './letter.ts'
import { handOver, type Outcome } from './outcome.ts'
import { type SmtpError, SmtpLine } from './smtp.ts'
import { mailWord } from './tokens.ts'

/** How messages of a broadcast leave the house. */
export interface Door {
  /** Sends one. It never throws: whatever happens is an outcome. */
  send(row: Claimed): Promise<Outcome>
  /** How many are sent side by side. */
  width: number
  close(): void
}

/** What letters of a broadcast say of who sends them. */
export interface Sender {
  sender_name: string
  reply_to: string | null
}

/** Connections of one job. */
const CONNECTIONS = 5

const toOf = ({ id, address_norm: address, language, merge_data }: Claimed): To => ({
  id,
  address,
  language,
  data: {
    ...merge_data,
    name: fullName(merge_data.first_name ?? '', merge_data.last_name ?? ''),
    email: address.includes('@') ? address : '',
  },
})

/** A letter that is not to go out after all. */
const HELD = 'held back at the last look'
class HeldBack extends Error {
  constructor() {
    super(HELD)
  }
}

/** What an answer of a server means. Without one it depends on whether it had the whole letter by then. */
function outcomeOf(error: SmtpError, handed: boolean): Outcome {
  const said = error.message.slice(0, 500)
  const { responseCode: code } = error
  if (code !== undefined && code >= 500)
    return { kind: 'refused', error: said, dead: /\b5\.1\.[0-3]\b/.test(said) || (code === 550 && !/\b5\.7\.\d/.test(said)) }
  if (code !== undefined && code >= 400) return { kind: 'later', error: said }
  return { kind: handed ? 'unknown' : 'later', error: said }
}

/** The sending address; with a return address of their own, mail servers tell who could not be reached. */
function envelopeFrom(kernel: Kernel, recipient: number): string {
  const { bounce_address: back } = kernel.settings.of(broadcasting)
  if (!back) return /<([^<>]+)>/.exec(kernel.config.mailFrom)?.[1] ?? kernel.config.mailFrom
  const at = back.lastIndexOf('@')
  return `${back.slice(0, at)}+${mailWord(kernel, recipient)}${back.slice(at)}`
}

/** What is the same in every copy of a letter. */
function composed(kernel: Kernel, press: LetterPress, sender: Sender, row: Claimed) {
  const { sender_name, reply_to } = kernel.settings.read('mail', row.language)
  const name = sender.sender_name || String(sender_name || '')
  const back = sender.reply_to ?? (typeof reply_to === 'string' ? reply_to : null)
  const { subject, html, text, headers } = press.letter(toOf(row))
  return {
    from: name ? { name, address: kernel.config.mailFrom } : kernel.config.mailFrom,
    ...(back ? { replyTo: back } : {}),
    to: row.address_norm,
    subject,
    html,
    text,
    headers: { ...headers, 'Feedback-ID': `${mailWord(kernel, row.id)}:stoa`, Precedence: 'bulk' },
    messageId: `<${mailWord(kernel, row.id)}@${new URL(kernel.config.publicUrl).hostname}>`,
  }
}

/**
 * Letters over a few connections that stay open. The end of each letter is held until the last look was written down: what dies before
 * was never taken by the server, so only letters whose answer got lost stay unknown.
 */
export async function smtpDoor(kernel: Kernel, sending: Sending, press: LetterPress, sender: Sender): Promise<Door> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const answer = Math.max(2, Math.floor(kernel.settings.of(broadcasting).answer_seconds / 2)) * 1_000
  const url = kernel.config.smtpUrl ?? ''
  const lines = Array.from({ length: CONNECTIONS }, () => new SmtpLine(url, { connect: Math.min(10_000, answer), answer }))
  const free = [...lines]
  return {
    width: CONNECTIONS,
    close: () => lines.forEach((line) => line.close()),
    async send(row) {
      const line = free.pop()
      if (!line) throw new Error('more letters side by side than connections')
      let handed = false
      try {
        const bytes = await new MailComposer(composed(kernel, press, sender, row)).compile().build()
        const letter = Readable.from(
          (async function* whole() {
            yield bytes
            if (!(await handOver(kernel, sending, row))) throw new HeldBack()
            handed = true
          })(),
          { objectMode: false },
        )
        const said = await line.send({ from: envelopeFrom(kernel, row.id), to: row.address_norm }, letter)
        return { kind: 'sent', providerId: said }
      } catch (error) {
        return isHeld(error) ? { kind: 'held' } : outcomeOf(error as SmtpError, handed)
      } finally {
        free.push(line)
      }
    },
  }
}

/** The library may wrap what a letter threw. */
const isHeld = (error: unknown): boolean =>
  error instanceof HeldBack || (error instanceof Error && (error.cause instanceof HeldBack || error.message.includes(HELD)))

/** Without a mail server letters are kept, where staff and the command line can read them. */
export const outboxDoor = (kernel: Kernel, sending: Sending, press: LetterPress): Door => ({
  width: 1,
  close: () => undefined,
  async send(row) {
    if (!(await handOver(kernel, sending, row))) return { kind: 'held' }
    const id = await keepMail(kernel.db, { to: row.address_norm, ...press.letter(toOf(row)) })
    return { kind: 'sent', providerId: `mail ${id}` }
  },
})

/** Text messages by the provider of the settings. */
export const smsDoor = (kernel: Kernel, sending: Sending, press: LetterPress): Door => ({
  width: CONNECTIONS,
  close: () => undefined,
  async send(row) {
    if (!(await handOver(kernel, sending, row))) return { kind: 'held' }
    try {
      const { id } = await kernel.get(SMS).hand({ to: row.address_norm, body: press.message(toOf(row)) })
      return { kind: 'sent', providerId: id }
    } catch (error) {
      const { message } = error as Error
      if (error instanceof SmsRefused) return { kind: 'refused', error: message }
      // The provider said to come back later, so it has not taken it.
      return /^(429|503)\b/.test(message) ? { kind: 'later', error: message } : { kind: 'unknown', error: message }
    }
  },
})
