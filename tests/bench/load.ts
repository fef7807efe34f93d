import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

/** Requests done in one round, and the median latency in milliseconds. */
export interface Turn {
  done: number
  seconds: number
  p50: number
}

/** One request: its path below the API, and its body. */
export interface BenchRequest {
  path: string
  body?: object
}

export interface Operation {
  name: string
  method: 'GET' | 'POST'
  /** Called for every request, so that ids are drawn from the full range. */
  ask: () => BenchRequest
  headers?: Record<string, string>
  /** A storefront page, outside the API path. */
  page?: true
}

/** Each request comes from another network address, so that rate limits do not end the run. */
const address = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250) + 1).join('.')}`

/**
 * Sends one operation repeatedly over `connections` connections for `seconds`.
 * @throws when a response is not 2xx
 */
export async function drive(base: string, op: Operation, seconds: number, connections: number): Promise<Turn> {
  const { origin, pathname } = new URL(base)
  const root = op.page ? '' : pathname.replace(/\/$/, '')
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { path, body } = op.ask()
    const headers = { ...request.headers, 'x-forwarded-for': address() }
    return { ...request, path: `${root}${path}`, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  }
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        method: op.method,
        headers: { ...op.headers, ...(op.method === 'POST' ? { 'content-type': 'application/json' } : {}) },
        setupRequest,
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${op.name} at ${base}: ${result.non2xx} answers were no success, ${result.errors} errors ${JSON.stringify(result.statusCodeStats)}`,
    )
  return { done: result.requests.total, seconds: result.duration, p50: result.latency.p50 }
}

function send(agent: Agent, url: string, body: object, more: Record<string, string> = {}): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(body)
    const req = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'x-forwarded-for': address(),
          ...more,
        },
      },
      (res) => {
        let text = ''
        res
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk
          })
          .on('end', () => {
            if ((res.statusCode ?? 500) >= 300) reject(new Error(`${url}: ${res.statusCode} ${text.slice(0, 300)}`))
            else resolve(JSON.parse(text) as Record<string, unknown>)
          })
      },
    )
    req.on('error', reject).end(payload)
  })
}

/** Runs `once` repeatedly with `clients` concurrent clients. */
async function again(seconds: number, clients: number, once: (agent: Agent, client: number, n: number) => Promise<unknown>): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const until = performance.now() + seconds * 1_000
  const times: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; performance.now() < until; n++) {
        const begun = performance.now()
        await once(agent, client, n)
        times.push(performance.now() - begun)
      }
    }),
  )
  agent.destroy()
  times.sort((a, b) => a - b)
  return { done: times.length, seconds, p50: times[Math.floor(times.length / 2)] ?? 0 }
}

/** Complete purchases by `buyers` concurrent buyers: a new cart with one line, then its checkout. */
export function buy(base: string, stocks: number, seconds: number, buyers: number): Promise<Turn> {
  const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '18 Wing Lok Street' }
  return again(seconds, buyers, async (agent, buyer, n) => {
    const { cart_id } = await send(agent, `${base}/cart/item`, { stock_id: 1 + Math.floor(Math.random() * stocks), quantity: 1 })
    await send(agent, `${base}/checkout`, {
      cart_id,
      guest: { email: `buyer${buyer}-${n % 50}@shop.test`, first_name: 'May', last_name: 'Chan' },
      shipping_address: address,
      shipping_method: 'courier',
      payment_method: 'bank',
    })
  })
}

/** An open register and its articles. */
export interface OpenCounter {
  token: string
  device: string
  /** Unit price in cents, by stock. */
  prices: ReadonlyMap<number, number>
  skus: readonly string[]
  /** The last sequence number used by the device. */
  place: number
}

/** Tickets of `lines` lines, paid in cash, at `tills` concurrent registers. */
export function ring(base: string, counter: OpenCounter, lines: number, seconds: number, tills: number): Promise<Turn> {
  const stocks = [...counter.prices.keys()]
  const authorization = `Bearer ${counter.token}`
  return again(seconds, tills, async (agent) => {
    const from = Math.floor(Math.random() * (stocks.length - lines))
    const chosen = stocks.slice(from, from + lines)
    const total = (chosen.reduce((sum, id) => sum + (counter.prices.get(id) ?? 0), 0) / 100).toFixed(2)
    counter.place++
    const ticket = {
      client_uuid: randomUUID(),
      session_id: 1,
      device: counter.device,
      place: counter.place,
      lines: chosen.map((subject_id) => ({ subject_id, quantity: 1 })),
      total,
      payments: [{ method: 'cash', amount: total }],
    }
    await send(agent, `${base}/admin/store/1/ticket`, ticket, { authorization })
  })
}
