import { failureLines, inOneTab, isRefusal, postOnce } from 'stoa/admin'
import type { ReturnResult, TicketResult } from '../../api-types.ts'
import { counterDb, inQueue, type Waiting } from './db.ts'
import type { Receipt } from './ticket.ts'

/** Milliseconds to wait for a response before the ticket counts as sold offline. */
const PATIENCE_MS = 6_000
/**
 * Milliseconds during which no other tab sends the ticket of a buyer who is being served: two different responses
 * could leave it both sold and rejected.
 */
const SERVING_MS = 20_000
const CHANNEL = 'stoa-counter-queue'

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
const listeners = new Set<() => void>()
const tell = () => {
  for (const hear of listeners) hear()
}
channel?.addEventListener('message', tell)

function changed(): void {
  tell()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
  channel?.postMessage(0)
}

/** Notifies of queue changes in this or another tab. */
export function whenQueueChanges(hear: () => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** All queued tickets, oldest first. */
export const waiting = async (): Promise<Waiting[]> => (await counterDb()).getAllFromIndex('queue', 'at')

/** Ticket number as the server computes it, so that receipts can be printed offline. */
export const getNumber = (code: string, session: number, device: number, place: number): string =>
  `${code.toUpperCase()}-${session}${device > 1 ? `.${device}` : ''}-${place}`

export interface Finished {
  store: number
  device: string
  /** API path below the store. */
  path: string
  /** Request body without the sequence number. */
  body: Record<string, unknown>
  receipt: Omit<Receipt, 'number'>
}

/** This device has no open till session. */
export class NoDrawer extends Error {}

/**
 * Assigns a paid ticket its sequence number and queues it in one transaction, so that it is never lost or duplicated.
 * @throws NoDrawer
 */
export async function finish({ store, device, path, body, receipt }: Finished): Promise<Waiting> {
  const tx = await inQueue()
  const drawer = await tx.drawer(store)
  if (!drawer) throw new NoDrawer()
  const place = drawer.last + 1
  const uuid = crypto.randomUUID()
  const item: Waiting = {
    uuid,
    at: Date.now() + place / 1e6,
    serving: Date.now() + SERVING_MS,
    store,
    session: drawer.session,
    place,
    path,
    body: { ...body, client_uuid: uuid, session_id: drawer.session, device, place },
    receipt: { ...receipt, number: getNumber(drawer.code, drawer.session, drawer.place, place) },
  }
  await Promise.all([tx.keep({ ...drawer, last: place }), tx.queue.put(item), tx.done])
  changed()
  return item
}

/** Removes a rejected ticket: it was not sold, and its sequence number is recorded as unused. */
export async function withdraw(item: Waiting): Promise<void> {
  const tx = await inQueue()
  const drawer = await tx.drawer(item.store)
  const same = drawer?.session === item.session
  await Promise.all([
    same ? tx.keep({ ...drawer, unused: [...drawer.unused, item.place] }) : undefined,
    tx.queue.delete(item.uuid),
    tx.done,
  ])
  changed()
}

const post = (item: Waiting, body: Record<string, unknown>, signal?: AbortSignal) =>
  Promise.race([
    postOnce<TicketResult & Partial<Pick<ReturnResult, 'ways'>>>(`store/${item.store}/${item.path}`, body, item.uuid),
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('late')))),
  ])

async function done(uuid: string): Promise<void> {
  await (await counterDb()).delete('queue', uuid)
  changed()
}

/** Releases a ticket whose buyer is served: it stays in the queue. */
async function deleteSent({ serving: _, ...item }: Waiting): Promise<undefined> {
  await (await counterDb()).put('queue', item)
  changed()
}

/**
 * Sends the ticket of the current buyer. Without a response it counts as sold offline and stays in the queue.
 * @returns the server's response, or undefined while it waits.
 * @throws ApiError if it was rejected and not sold
 */
export async function sendNow(item: Waiting): Promise<(TicketResult & Partial<Pick<ReturnResult, 'ways'>>) | undefined> {
  if (!navigator.onLine) return deleteSent(item)
  try {
    const result = await post(item, { ...item.body, offline: false }, AbortSignal.timeout(PATIENCE_MS))
    await done(item.uuid)
    return result
  } catch (error) {
    if (!isRefusal(error)) return deleteSent(item)
    await withdraw(item)
    throw error
  }
}

/** Sends a rejected ticket again with an approval by PIN, which is not stored. @throws ApiError if it is rejected again */
export async function sendApproved(item: Waiting, approver_id: number, approver_pin: string): Promise<void> {
  await post(item, { ...item.body, offline: true, approver_id, approver_pin }, AbortSignal.timeout(PATIENCE_MS))
  await done(item.uuid)
}

/**
 * Sends queued tickets, oldest first, in one of all open tabs.
 * @returns false if the network is unavailable or the session of the account ended
 */
export async function sendWaiting(): Promise<boolean> {
  const run = async (): Promise<boolean> => {
    for (const item of await waiting()) {
      if ((item.serving ?? 0) > Date.now()) continue
      try {
        await post(item, { ...item.body, offline: true }, AbortSignal.timeout(PATIENCE_MS * 5))
        await done(item.uuid)
      } catch (error) {
        if (!isRefusal(error)) return false
        const { code } = error
        await (await counterDb()).put('queue', { ...item, refused: { code, lines: failureLines(error) } })
        changed()
      }
    }
    return true
  }
  return inOneTab('stoa-counter-send', run, true)
}
