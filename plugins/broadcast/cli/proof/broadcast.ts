import { setTimeout as wait } from 'node:timers/promises'
import { type ProductUnderTest, withProduct } from 'stoa/cli'
import { startProofServer, type ProofServer } from './mail-server.ts'

export interface ProofOptions {
  recipients: number
  kills: number
}

export interface ProofReport {
  recipients: number
  kills: number
  seconds: number
  sent: number
  refused: number
  /** Number of rows without a response, and how many of those e-mails the server has received. */
  unknown: number
  unknown_arrived: number
  /** Number of addresses that unsubscribed while the broadcast was being sent. */
  ended: number
  problems: string[]
}

/** One in this many recipients is rejected by the server, and one unsubscribes during the broadcast. */
const REJECTED_ONE_IN = 50
const UNSUBSCRIBED_ONE_IN = 40
/** Timeout for a response, in seconds. Rows of a killed process are settled after it. */
const ANSWER_SECONDS = 8

const isRefused = (address: string) => Number(/\d+/.exec(address)?.[0] ?? 1) % REJECTED_ONE_IN === 0

/**
 * Sends to many recipients from two processes that are killed repeatedly. The mail server is slow, drops connections in the middle and
 * rejects some recipients, while others unsubscribe. Then compares the recipient rows with what the server received.
 */
export async function proveBroadcast(server: string, options: ProofOptions, onProgress: (done: number) => void): Promise<ProofReport> {
  const { recipients, kills } = options
  const mail = await startProofServer({
    slow: () => (Math.random() < 0.05 ? 200 : 2),
    refuses: isRefused,
    hangsUp: () => (Math.random() < 0.004 ? 'before' : Math.random() < 0.002 ? 'after' : undefined),
  })
  // Child processes inherit the settings from the environment.
  const before = { ...process.env }
  Object.assign(process.env, { STOA_SMTP_URL: mail.url, STOA_MAIL_FROM: 'proof@proof.test' })
  try {
    return await withProduct(server, 2, (shop) => prove(shop, mail, { recipients, kills }, onProgress))
  } finally {
    for (const name of ['STOA_SMTP_URL', 'STOA_MAIL_FROM'] as const)
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    await mail.close()
  }
}

async function prove(
  shop: ProductUnderTest,
  mail: ProofServer,
  { recipients, kills }: ProofOptions,
  onProgress: (done: number) => void,
): Promise<ProofReport> {
  const begun = performance.now()
  await createRecipients(shop, recipients)
  const [topic] = await shop.rows<{ id: string }>(`select id from topic where key = 'marketing'`)
  const made = await shop.make('broadcast', {
    title: 'Proof',
    channel: 'email',
    topic_id: Number(topic?.id),
    subject: 'A message to {{first_name|you}}',
    body: '<p>Hello {{first_name|you}}, <a href="https://proof.test/">look</a>.</p>',
    audience: { include: [{ kind: 'customers', chosen: {} }], exclude: [] },
  })
  await shop.make(`broadcast/${made.id}/launch`, { count: recipients })
  const ended = new Map<string, boolean>()
  for (let kill = 1; kill <= kills; kill++) {
    await waitForProgress(shop, made.id, (recipients * kill) / (kills + 2), onProgress)
    await unsubscribeSome(shop, made.id, ended)
    const victim = shop.nodes[kill % shop.nodes.length]
    await victim?.kill()
    await victim?.start()
  }
  const over = await waitUntilFinished(shop, made.id, onProgress)
  return compareWithServer(shop, mail, {
    id: made.id,
    recipients,
    kills,
    ended,
    over,
    seconds: Math.round((performance.now() - begun) / 1000),
  })
}

/** Creates the recipients, and sets a rate that two processes can keep. */
async function createRecipients(shop: ProductUnderTest, recipients: number): Promise<void> {
  await shop.rows(
    `with made as (
      insert into person (email, first_name) select 'reader' || n || '@proof.test', 'Reader ' || n from generate_series(1, $1::int) n returning id, email, first_name
    ), known as (insert into customer (person_id, email, first_name, is_subscribe) select id, email, first_name, true from made returning 1)
    insert into consent (person_id, address_norm, state, reason, source) select id, email, 'subscribed', 'user', 'proof' from made`,
    [recipients],
  )
  const [row] = await shop.rows<{ n: number }>(`select count(*)::int as n from consent`)
  if (row?.n !== recipients) throw new Error('the recipients were not created')
  const rules = { rate_per_min: 100_000, retry_seconds: 1, answer_seconds: ANSWER_SECONDS, max_errors: 10_000, hard_bounces: 0 }
  await shop.rows(`insert into setting (name, value) values ('broadcast', $1::jsonb)`, [JSON.stringify(rules)])
  await shop.rows(`select pg_notify('stoa_changed', 'setting')`)
}

const counts = async (shop: ProductUnderTest, id: number) => {
  const [row] = await shop.rows<{ done: number; open: number }>(
    `select count(*) filter (where status not in ('pending', 'process'))::int as done, count(*) filter (where status in ('pending', 'process'))::int as open
     from broadcast_recipient where broadcast_id = $1`,
    [id],
  )
  return row ?? { done: 0, open: 0 }
}

/** Waits until this many rows are settled, or until no row has changed for a while. */
async function waitForProgress(
  shop: ProductUnderTest,
  id: number,
  expectedCount: number,
  onProgress: (done: number) => void,
): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; await wait(50)) {
    const { done } = await counts(shop, id)
    onProgress(done)
    if (done >= expectedCount) return
  }
  throw new Error('the broadcast made no progress')
}

/** Unsubscribes some pending recipients through the link of an e-mail, and records whether the request succeeded. */
async function unsubscribeSome(shop: ProductUnderTest, id: number, ended: Map<string, boolean>): Promise<void> {
  const rows = await shop.rows<{ address: string }>(
    `select address_norm as address from broadcast_recipient where broadcast_id = $1 and status = 'pending' and id % ${UNSUBSCRIBED_ONE_IN} = 0 order by id desc limit 5`,
    [id],
  )
  for (const { address } of rows) {
    if (ended.has(address)) continue
    await shop.rows(`insert into consent (address_norm, state, reason, source) values ($1, 'unsubscribed', 'user', 'proof')`, [address])
    const [now] = await shop.rows<{ status: string; handed: boolean }>(
      `select status, handed_at is not null as handed from broadcast_recipient where broadcast_id = $1 and address_norm = $2`,
      [id, address],
    )
    // A recipient whose message is being handed over at this moment may still receive it.
    ended.set(address, now?.handed !== true)
  }
}

async function waitUntilFinished(shop: ProductUnderTest, id: number, onProgress: (done: number) => void): Promise<boolean> {
  for (const end = Date.now() + 900_000; Date.now() < end; await wait(200)) {
    const { done } = await counts(shop, id)
    onProgress(done)
    const [row] = await shop.rows<{ status: string }>(`select status from broadcast where id = $1`, [id])
    if (row?.status === 'sent') return true
    if (row?.status === 'abnormal') return false
  }
  return false
}

interface FinishedBroadcast {
  id: number
  recipients: number
  kills: number
  ended: Map<string, boolean>
  over: boolean
  seconds: number
}

async function compareWithServer(
  shop: ProductUnderTest,
  mail: ProofServer,
  { id, recipients, kills, ended, over, seconds }: FinishedBroadcast,
): Promise<ProofReport> {
  const rows = await shop.rows<{ address: string; status: string; reason: string }>(
    `select address_norm as address, status, reason from broadcast_recipient where broadcast_id = $1`,
    [id],
  )
  const problems: string[] = []
  const found = (problem: string, bad: readonly { address: string }[]) => {
    if (bad.length > 0)
      problems.push(
        `${bad.length} ${problem}: ${bad
          .slice(0, 5)
          .map(({ address }) => address)
          .join(', ')}`,
      )
  }
  const has = (address: string) => mail.receivedCounts.get(address) ?? 0
  const is = (status: string, reason?: string) =>
    rows.filter((row) => row.status === status && (reason === undefined || row.reason === reason))
  if (!over) problems.push('the broadcast did not finish')
  if (rows.length !== recipients) problems.push(`${rows.length} rows for ${recipients} recipients`)
  found(
    'got the e-mail twice',
    [...mail.receivedCounts].flatMap(([address, times]) => (times > 1 ? [{ address }] : [])),
  )
  found(
    'have the status sent without an e-mail on the server',
    is('sent').filter(({ address }) => has(address) !== 1),
  )
  found(
    'got the e-mail without the status sent',
    rows.filter(({ address, status, reason }) => has(address) > 0 && status !== 'sent' && reason !== 'unknown'),
  )
  found(
    'were not settled',
    rows.filter(({ status }) => status === 'pending' || status === 'process' || status === 'canceled'),
  )
  found('are unreachable although the server accepts their address', is('abnormal', 'unreachable'))
  found(
    'are refused although the server did not reject them',
    is('abnormal', 'refused').filter(({ address }) => !isRefused(address)),
  )
  const early = new Set([...ended].flatMap(([address, sure]) => (sure ? [address] : [])))
  found(
    'unsubscribed and got the e-mail',
    rows.filter(({ address }) => early.has(address) && has(address) > 0),
  )
  found(
    'are unsubscribed without a request',
    is('rejected').filter(({ address }) => !ended.has(address)),
  )
  return {
    recipients,
    kills,
    seconds,
    sent: is('sent').length,
    refused: is('abnormal', 'refused').length,
    unknown: is('abnormal', 'unknown').length,
    unknown_arrived: is('abnormal', 'unknown').filter(({ address }) => has(address) > 0).length,
    ended: ended.size,
    problems,
  }
}
