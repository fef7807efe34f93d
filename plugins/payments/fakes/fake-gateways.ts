import { randomBytes } from 'node:crypto'

export type GatewayBehaviour = 'stripe' | 'paypal' | 'pay_dollar' | 'sic_pay'

/** A transaction at the fake gateway. Amounts in hundredths. */
interface Capture {
  id: string
  amount: number
}

interface FakeRefund {
  id: string
  key: string
  capture: string
  amount: number
  done: boolean
}

/** A payment at a fake gateway. */
export interface FakePayment {
  id: string
  provider: GatewayBehaviour
  reference: string
  /** Requested amount; its last two digits select the behaviour. */
  amount: number
  currency: string
  state: 'open' | 'approved' | 'pending' | 'paid' | 'failed' | 'canceled'
  /**
   * Set for a payment that is only authorized: when the payer pays, the state becomes `approved`, and this function
   * notifies the shop.
   */
  hold?: () => Promise<void>
  captures: Capture[]
  refunds: FakeRefund[]
  returnUrl: string
  cancelUrl: string
  notifyUrl: string
  /** Further request data, for responses that repeat it. */
  sent: Record<string, string>
}

/** Events that a fake gateway reports to the shop. */
export type GatewayEvent = 'paid' | 'pending' | 'failed' | 'refunded' | 'chargeback'

/** HTTP request posted to the shop. */
export interface Notice {
  url: string
  body: string
  headers: Record<string, string>
}

/** The protocol of one gateway for notifications to the shop. */
export interface GatewayProtocol {
  /** Undefined for events that this gateway does not report. */
  notice(
    payment: FakePayment,
    news: GatewayEvent,
    about: { capture?: Capture | undefined; refund?: FakeRefund | undefined },
  ): Notice | undefined
  /** Invalidates the signature of a notification. */
  spoil(notice: Notice): Notice
}

interface Waiting {
  payment: FakePayment
  send: () => Promise<void>
}

/** Thrown if the fake gateway should drop the response although the call succeeded. */
export class Silence extends Error {}

/** In-memory state of the fake gateways; the last two digits of each amount select the behaviour. */
export class FakeGateways {
  readonly payments = new Map<string, FakePayment>()
  readonly protocols = new Map<GatewayBehaviour, GatewayProtocol>()
  /** Calls by the shop, and notifications to it with its answers. */
  readonly calls: { provider: string; operation: string; key: string }[] = []
  readonly notices: {
    provider: string
    news: string
    reference: string
    url: string
    body: string
    headers: Record<string, string>
    status: number
    answer: string
  }[] = []
  readonly answers = new Map<string, unknown>()
  #silenced = new Set<string>()
  #waiting: Waiting[] = []
  #n = 0
  /** Milliseconds until pending notifications are sent automatically; null: only on request. */
  readonly delay: number | null
  readonly salt = randomBytes(3).toString('hex')

  constructor(delay: number | null) {
    this.delay = delay
  }

  number(prefix: string): string {
    return `${prefix}${this.salt}${String(++this.#n).padStart(6, '0')}`
  }

  add(p: Omit<FakePayment, 'state' | 'captures' | 'refunds'>): FakePayment {
    const made: FakePayment = { ...p, state: 'open', captures: [], refunds: [] }
    this.payments.set(made.id, made)
    return made
  }

  by(reference: string): FakePayment | undefined {
    return [...this.payments.values()].toReversed().find((p) => p.reference === reference || p.id === reference)
  }

  byCapture(id: string): { payment: FakePayment; capture: Capture } | undefined {
    for (const payment of this.payments.values()) {
      const capture = payment.captures.find((c) => c.id === id)
      if (capture) return { payment, capture }
    }
    return undefined
  }

  /** Drops the first response for amounts that ask for it. @throws Silence */
  silent(payment: FakePayment, digits: number, operation: string): void {
    const name = `${operation} ${payment.id}`
    if (payment.amount % 100 !== digits || this.#silenced.has(name)) return
    this.#silenced.add(name)
    throw new Silence(operation)
  }

  capture(p: FakePayment, id: string): Capture {
    // 08: captures an amount other than the requested one.
    const made = { id, amount: p.amount % 100 === 8 ? p.amount - 100 : p.amount }
    p.captures.push(made)
    p.state = 'paid'
    return made
  }

  /** The payer pays. @returns whether the browser returns to the shop */
  async pay(p: FakePayment, captureId: () => string): Promise<boolean> {
    if (p.state === 'paid') return true
    const magic = p.amount % 100
    if (magic === 2) {
      p.state = 'failed'
      this.queue(p, 'failed', {})
      return true
    }
    if (magic === 3 || magic === 4) {
      p.state = 'pending'
      await this.tell(p, 'pending', {})
      this.#later(p, async () => {
        if (magic === 4) p.state = 'failed'
        const capture = magic === 3 ? this.capture(p, captureId()) : undefined
        await this.tell(p, magic === 3 ? 'paid' : 'failed', { capture })
      })
      return true
    }
    if (p.hold) {
      p.state = 'approved'
      this.later(p, p.hold)
      return true
    }
    const capture = this.capture(p, captureId())
    if (magic === 9) {
      await this.tell(p, 'paid', { capture }, true)
      return false
    }
    if (magic === 10) {
      const refund = this.refund(p, capture.id, capture.amount, this.number('outside'))
      await this.tell(p, 'refunded', { refund, capture })
      await this.tell(p, 'paid', { capture })
      return false
    }
    const times = magic === 7 ? 3 : 1
    if ([5, 6, 7].includes(magic)) for (let i = 0; i < times; i++) await this.tell(p, 'paid', { capture })
    else this.queue(p, 'paid', { capture })
    if (magic === 13) {
      const second = this.capture(p, captureId())
      this.queue(p, 'paid', { capture: second })
    }
    if (magic === 15) this.queue(p, 'chargeback', { capture })
    return magic !== 6 && magic !== 14
  }

  /** Idempotent by key. @throws RangeError for more than was captured */
  refund(p: FakePayment, captureId: string, amount: number, key: string, done = true): FakeRefund {
    const existing = p.refunds.find((r) => r.key === key)
    if (existing) return existing
    const captured = p.captures.find((c) => c.id === captureId)?.amount ?? 0
    const before = p.refunds.filter((r) => r.capture === captureId).reduce((sum, r) => sum + r.amount, 0)
    if (before + amount > captured) throw new RangeError('more than was captured')
    const made = { id: this.number('re_'), key, capture: captureId, amount, done }
    p.refunds.push(made)
    return made
  }

  /** Notifies the shop now. */
  async tell(
    p: FakePayment,
    news: GatewayEvent,
    about: { capture?: Capture | undefined; refund?: FakeRefund | undefined },
    spoilt = false,
  ): Promise<void> {
    const protocol = this.protocols.get(p.provider)
    if (!protocol) return
    const right = protocol.notice(p, news, about)
    if (!right) return
    await this.post(p, news, spoilt ? protocol.spoil(right) : right)
  }

  async post(p: FakePayment, news: string, n: Notice): Promise<void> {
    const delivery = { provider: p.provider, news, reference: p.reference, ...n, status: 0, answer: '' }
    this.notices.push(delivery)
    try {
      const answer = await fetch(n.url, { method: 'POST', headers: n.headers, body: n.body })
      delivery.status = answer.status
      delivery.answer = await answer.text()
    } catch {
      // The shop is unreachable; real gateways retry, and so does `repeat`.
    }
  }

  queue(p: FakePayment, news: GatewayEvent, about: { capture?: Capture | undefined; refund?: FakeRefund | undefined }): void {
    this.#later(p, () => this.tell(p, news, about))
  }

  later(p: FakePayment, send: () => Promise<void>): void {
    this.#later(p, send)
  }

  #later(payment: FakePayment, send: () => Promise<void>): void {
    const entry = { payment, send }
    this.#waiting.push(entry)
    if (this.delay !== null) setTimeout(() => void this.#send(entry), this.delay * (1 + this.#waiting.length)).unref()
  }

  async #send(entry: Waiting): Promise<void> {
    if (!this.#waiting.includes(entry)) return
    this.#waiting = this.#waiting.filter((w) => w !== entry)
    await entry.send()
  }

  /** Sends pending notifications of one payment or of all. */
  async fire(reference?: string): Promise<number> {
    const due = this.#waiting.filter((w) => reference === undefined || w.payment.reference === reference)
    for (const entry of due) await this.#send(entry)
    return due.length
  }
}
