import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { payDollarApi, payDollarProtocol, payForm } from './pay-dollar.ts'
import { paypalApi, paypalProtocol } from './paypal.ts'
import { sicPayApi, sicPayProtocol } from './sic-pay.ts'
import { stripeApi, stripeProtocol } from './stripe.ts'
import { type FakeRequest, fail, readCall, type FakeResponse } from './http-exchange.ts'
import { type FakePayment, type GatewayBehaviour, Silence, FakeGateways } from './fake-gateways.ts'

export interface RehearsalOptions {
  /** 0: any free port. */
  port?: number
  /** Address of the shop, without a trailing slash. */
  shop: string
  /** Method code of each gateway; the gateway's name by default. */
  codes?: Partial<Record<GatewayBehaviour, string>>
  /** Milliseconds until pending notifications are sent automatically; null: on `POST /control/fire`. */
  delay?: number | null
}

export interface Rehearsal {
  url: string
  state: FakeGateways
  /** Simulates the payer on the payment page. @returns where the browser goes; null if the payer never returns */
  pay(reference: string): Promise<string | null>
  stop(): Promise<void>
}

/** Four fake gateways in one process on the loopback interface: for rehearsals and tests only. */
export async function startFakes(options: RehearsalOptions): Promise<Rehearsal> {
  const gateways = new FakeGateways(options.delay === undefined ? 1_500 : options.delay)
  const hook = (name: GatewayBehaviour) => `${options.shop}/api/payment/${options.codes?.[name] ?? name}/webhook`
  gateways.protocols.set('stripe', stripeProtocol(gateways, hook('stripe')))
  gateways.protocols.set('paypal', paypalProtocol(gateways, hook('paypal')))
  gateways.protocols.set('pay_dollar', payDollarProtocol(gateways, hook('pay_dollar')))
  gateways.protocols.set('sic_pay', sicPayProtocol())
  const server = createServer((request, response) => {
    readCall(request)
      .then((fakeRequest) => answer(fakeRequest))
      .then((fakeResponse) => write(response, fakeResponse))
      .catch((error: unknown) => {
        // Simulates a lost response: the connection closes without one.
        if (error instanceof Silence) request.socket.destroy()
        else write(response, fail(500, { error: String(error) }))
      })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page = (id: string) => `${url}/pay/${id}`

  const pay = async (p: FakePayment): Promise<string | null> => {
    if (p.provider === 'paypal' && p.state === 'open') {
      p.state = 'approved'
      // PayPal captures on the shop's request: when the browser returns, or after the approval event.
      const magic = p.amount % 100
      if (![5, 6, 7, 9, 10, 14].includes(magic)) return p.returnUrl
      if (magic === 14) {
        gateways.later(p, () => approved(p))
        return null
      }
      if (magic === 9 || magic === 10) return (await gateways.pay(p, () => gateways.number('CAP'))) ? p.returnUrl : null
      await approved(p)
      return magic === 6 ? null : p.returnUrl
    }
    const first = p.captures.length === 0
    const id =
      p.provider === 'stripe'
        ? () => (first && p.captures.length === 0 ? p.id.replace('cs_', 'pi_') : gateways.number('pi_'))
        : () => (p.captures.length === 0 ? p.id : gateways.number('X'))
    return (await gateways.pay(p, id)) ? p.returnUrl : null
  }
  const approved = async (p: FakePayment) => {
    const protocol = gateways.protocols.get('paypal')
    const notice = protocol?.notice(p, 'pending', {})
    if (!notice) return
    const { createHmac } = await import('node:crypto')
    const { FAKE } = await import('./keys.ts')
    const id = `WH-${gateways.salt}-approved-${p.id}`
    const body = JSON.stringify({
      id,
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource: { id: p.id, status: 'APPROVED', purchase_units: [{ custom_id: p.reference }] },
    })
    const mark = createHmac('sha256', FAKE.paypal.client_secret).update(`${id}${body}`).digest('base64')
    await gateways.post(p, 'approved', {
      url: notice.url,
      body,
      headers: { ...notice.headers, 'paypal-transmission-id': id, 'paypal-transmission-sig': mark },
    })
  }

  async function answer(fakeRequest: FakeRequest): Promise<FakeResponse> {
    return (
      (await control(fakeRequest)) ??
      (await payer(fakeRequest)) ??
      (await payDollarApi(gateways, fakeRequest)) ??
      (await sicPayApi(gateways, fakeRequest, page)) ??
      (await paypalApi(gateways, fakeRequest, page)) ??
      (await stripeApi(gateways, fakeRequest, page)) ??
      fail(404, { error: 'nothing here' })
    )
  }

  async function control({ method, path, body }: FakeRequest): Promise<FakeResponse | undefined> {
    if (!path.startsWith('/control')) return undefined
    const sent = body ? (JSON.parse(body) as { reference?: string }) : {}
    if (method === 'GET')
      return { status: 200, json: { payments: [...gateways.payments.values()], notices: gateways.notices, calls: gateways.calls } }
    if (path === '/control/fire') return { status: 200, json: { fired: await gateways.fire(sent.reference) } }
    const p = gateways.by(sent.reference ?? '')
    if (path === '/control/pay' && p) return { status: 200, json: { return_url: await pay(p) } }
    return fail(404, { error: 'unknown payment' })
  }

  async function payer({ method, path, form }: FakeRequest): Promise<FakeResponse | undefined> {
    if (path.endsWith('/payment/payForm.jsp')) {
      const p = payForm(gateways, form)
      return p
        ? { status: 302, headers: { location: page(p.id) }, text: '', type: 'text/plain' }
        : { status: 400, text: 'The secure hash is wrong', type: 'text/plain' }
    }
    const id = /^\/pay\/([\w-]+)$/.exec(path)?.[1]
    const p = id ? gateways.payments.get(id) : undefined
    if (!p) return undefined
    if (method === 'GET') return { status: 200, text: getPage(p), type: 'text/html; charset=utf-8' }
    if (form.do === 'cancel') return { status: 303, headers: { location: p.cancelUrl || options.shop }, text: '', type: 'text/plain' }
    const to = await pay(p)
    return to
      ? { status: 303, headers: { location: to }, text: '', type: 'text/plain' }
      : {
          status: 200,
          text: '<!doctype html><title>Paid</title><p>Paid. This browser does not go back to the shop: close it.</p>',
          type: 'text/html; charset=utf-8',
        }
  }

  return {
    url,
    state: gateways,
    pay: async (reference) => {
      const p = gateways.by(reference)
      if (!p) throw new Error(`no payment ${reference} at the fakes`)
      return pay(p)
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function getPage(p: FakePayment): string {
  const name = { stripe: 'Stripe', paypal: 'PayPal', pay_dollar: 'PayDollar', sic_pay: 'sic_pay' }[p.provider]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rehearsal: ${name}</title>
<style>body{font:1rem system-ui;max-width:26rem;margin:12vh auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem;margin-right:.5rem}</style>
<h1>${name} (rehearsal)</h1><p>${p.reference}: ${p.currency} ${(p.amount / 100).toFixed(2)}</p><p>No money moves here.</p>
<form method="post"><button name="do" value="pay">Pay</button><button name="do" value="cancel">Cancel</button></form></html>`
}

function write(response: ServerResponse, fakeResponse: FakeResponse): void {
  const isJson = 'json' in fakeResponse
  response.writeHead(fakeResponse.status, { 'content-type': isJson ? 'application/json' : fakeResponse.type, ...fakeResponse.headers })
  response.end(isJson ? JSON.stringify(fakeResponse.json) : fakeResponse.text)
}
