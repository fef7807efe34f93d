import { useState } from 'react'
import { announce, CallFailed, type CallMessages, failureTexts, notify, useShop } from 'stoa/store'
import type { OrderView } from '../../api-types.ts'

/** Credentials for the order: the token from the e-mail, or a pay link. */
export interface Keys {
  token?: string
  pay?: string
}

export interface Acting {
  busy: boolean
  /** Runs an action on the order; the response replaces the order. Resolves to true on success. */
  act: (verb: string, body: Record<string, unknown>, done: string) => Promise<boolean>
  /** Uploads a file with a note. */
  send: (verb: string, file: File, note: string, done: string) => Promise<boolean>
}

/** Actions on an order with success and error messages. */
export function useActing(order: OrderView, keys: Keys, show: (order: OrderView) => void): Acting {
  const { t, call, language } = useShop()
  const [busy, setBusy] = useState(false)
  const path = (verb: string) => `/api/order/${encodeURIComponent(order.order_number)}/${verb}`
  const run = async (work: () => Promise<OrderView>, done: string) => {
    setBusy(true)
    try {
      show(await work())
      notify({ title: t(done) })
      announce(t(done))
      return true
    } catch (error) {
      const texts = failureTexts(error)
      notify({ title: t('sales.order.failed'), texts, tone: 'danger' })
      announce([t('sales.order.failed'), ...texts].join(' '))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    act: (verb, body, done) => run(() => call.post<OrderView>(path(verb), { language, ...keys, ...body }), done),
    send: (verb, file, note, done) =>
      run(async () => {
        const form = new FormData()
        for (const [name, value] of Object.entries({ language, ...keys, note })) if (value) form.append(name, value)
        form.append('file', file)
        const response = await fetch(path(verb), { method: 'POST', body: form, headers: { accept: 'application/json' } })
        const answer = (await response.json()) as OrderView & { messages?: CallMessages }
        if (answer.messages) throw new CallFailed(response.status, answer.messages)
        return answer
      }, done),
  }
}
