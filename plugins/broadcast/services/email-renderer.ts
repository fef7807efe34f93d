import { type basic, type Kernel, type Locale, richToHtml, pickTranslation } from 'stoa'
import { CONSENT, shopLink } from 'stoa/plugins/people'
import { fillHtml, fillLine, fillText, type MergeData } from '../domain/merge.ts'
import { htmlToText } from '../domain/html-to-text.ts'
import { clickPath, openPath, recipientRef } from './tokens.ts'

/** The fields of a broadcast that its messages are rendered from. */
export interface EmailSource {
  id: number
  channel: 'email' | 'sms'
  topic: string
  subject: Partial<Record<Locale, string>>
  body: Partial<Record<Locale, string>>
  message: Partial<Record<Locale, string>>
  /** Whether opens and clicks are tracked. */
  tracked: boolean
  /** Ids of links by URL. */
  links: ReadonlyMap<string, number>
}

/** The recipient of a rendered message. `id` is 0 in a preview. */
export interface EmailRecipient {
  id: number
  address: string
  language: Locale
  data: MergeData
}

/** A rendered e-mail, ready to be sent. */
export interface RenderedEmail {
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

const decodeHref = (href: string) => href.replaceAll('&amp;', '&')
const escapeHref = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Makes relative URLs absolute, because an e-mail has no base URL. */
function toAbsoluteUrls(kernel: Kernel, html: string): string {
  const rooted = html.replaceAll(/(\b(?:href|src)=")\/(?!\/)/g, (_whole, start: string) => `${start}${kernel.config.publicUrl}/`)
  // E-mail clients do not show videos, so an embedded video becomes a link.
  return rooted.replaceAll(/<iframe\b[^<>]*?\bsrc="([^"]*)"[^<>]*?title="([^"]*)"[^<>]*><\/iframe>/g, '<a href="$1">$2</a>')
}

const linkPattern = /(<a\b[^<>]*?\bhref=")(https?:\/\/[^"<>]*)(")/g

/** The URLs to track in these bodies. URLs with merge fields differ by recipient and are not tracked. */
export function listLinks(kernel: Kernel, bodies: readonly (string | undefined)[]): string[] {
  const found = bodies.flatMap((body) =>
    [...toAbsoluteUrls(kernel, richToHtml(body)).matchAll(linkPattern)].map(([, , href = '']) => decodeHref(href)),
  )
  return [...new Set(found)].filter((url) => !url.includes('{{'))
}

/** Name and address of the shop, for the footer of every e-mail. */
function getSender(kernel: Kernel, language: Locale): { name: string; address: string } {
  const { name } = kernel.settings.read('basic', language) as typeof basic.Values
  const letterhead = kernel.registry.settings.has('letterhead') ? kernel.settings.read('letterhead', language) : {}
  return { name: String(letterhead.business_name || name), address: typeof letterhead.address === 'string' ? letterhead.address : '' }
}

const STYLES = {
  page: 'margin:0;padding:0;background:#f4f4f2;color:#1f2421;font:16px/1.6 -apple-system,Segoe UI,Helvetica,Arial,sans-serif',
  sheet: 'max-width:600px;margin:0 auto;padding:28px 24px;background:#ffffff',
  foot: 'max-width:600px;margin:0 auto;padding:18px 24px;color:#5d6661;font-size:13px',
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Frame {
  language: Locale
  /** The body with merge fields filled in and links replaced. */
  body: string
  /** The URL that unsubscribes from all e-mails. */
  unsubscribe: string
  pixel: string
}

function renderFrame(kernel: Kernel, { language, body, unsubscribe, pixel }: Frame): string {
  const { name, address } = getSender(kernel, language)
  const say = (key: string) => escapeText(kernel.i18n.t(language, `broadcast:letter.${key}`, { shop: name }))
  const pictures = body.replaceAll(/<img /g, '<img style="max-width:100%;height:auto" ')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="${STYLES.page}"><div style="${STYLES.sheet}">${pictures}</div>
<div style="${STYLES.foot}"><p>${escapeText(name)}${address ? `<br>${escapeText(address).replaceAll('\n', '<br>')}` : ''}</p>
<p>${say('why')} <a href="${escapeHref(unsubscribe)}">${say('unsubscribe')}</a></p></div>${pixel}</body></html>`
}

/** Renders the messages of a broadcast. The parts that do not depend on the recipient are rendered once per language. */
export class EmailRenderer {
  readonly #kernel: Kernel
  readonly #source: EmailSource
  readonly #made = new Map<Locale, { subject: string; html: string; text: string }>()

  constructor(kernel: Kernel, source: EmailSource) {
    this.#kernel = kernel
    this.#source = source
  }

  #of(language: Locale): { subject: string; html: string; text: string } {
    let made = this.#made.get(language)
    if (!made) {
      const { mainLanguage } = this.#kernel.settings
      const html = toAbsoluteUrls(this.#kernel, richToHtml(pickTranslation(this.#source.body, language, mainLanguage)))
      made = { subject: pickTranslation(this.#source.subject, language, mainLanguage), html, text: htmlToText(html) }
      this.#made.set(language, made)
    }
    return made
  }

  /** Renders the e-mail for one recipient. */
  renderEmail({ id, address, language, data }: EmailRecipient): RenderedEmail {
    const kernel = this.#kernel
    const { topic, tracked, links } = this.#source
    const made = this.#of(language)
    const about = { channel: 'email', topic } as const
    const ref = recipientRef(this.#source.id, id)
    const unsubscribe = shopLink(kernel, language, kernel.get(CONSENT).getUnsubscribePath(address, about, ref))
    const isTracked = tracked && id > 0
    const body = isTracked
      ? made.html.replaceAll(linkPattern, (whole, start: string, href: string, end: string) => {
          const link = links.get(decodeHref(href))
          return link === undefined ? whole : `${start}${kernel.config.publicUrl}${clickPath(kernel, id, link)}${end}`
        })
      : made.html
    const pixel = isTracked ? `<img src="${kernel.config.publicUrl}${openPath(kernel, id)}" width="1" height="1" alt="">` : ''
    const { name, address: shopAddress } = getSender(kernel, language)
    const reasonText = kernel.i18n.t(language, 'broadcast:letter.why', { shop: name })
    const end = kernel.i18n.t(language, 'broadcast:letter.unsubscribe', { shop: name })
    return {
      subject: fillLine(made.subject, data),
      html: renderFrame(kernel, { language, body: fillHtml(body, data), unsubscribe, pixel }),
      text: `${fillText(made.text, data)}\n\n-- \n${[name, shopAddress].filter(Boolean).join('\n')}\n\n${reasonText}\n${end}: ${unsubscribe}\n`,
      headers: kernel.get(CONSENT).getUnsubscribeHeaders(address, about, ref),
    }
  }

  /** Renders the SMS for one recipient. */
  renderSms({ language, data }: EmailRecipient): string {
    return fillText(pickTranslation(this.#source.message, language, this.#kernel.settings.mainLanguage), data).trim()
  }
}
