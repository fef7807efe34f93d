import { useRef, useState } from 'react'
import { api, ApiError, notify, notifyFailure, notifySuccess, saveBlob, usePlugin } from 'stoa/admin'
import { MOST_AT_ONCE } from '../../domain/limits.ts'
import { useMessages } from '../messages.ts'
import { labelCount, type Chosen } from './choice.ts'
import { fetchPdf } from './fetch-pdf.ts'

/** The type of code on a label. */
export type Kind = 'barcode' | 'qrcode'

interface PrintRequest {
  kind: Kind
  chosen: readonly Chosen[]
  layout: string
  start: number
  language: string
}

interface Print {
  /** Prints at once, or starts a background job for many labels. */
  print(request: PrintRequest): Promise<void>
  cancel(): void
  /** Number of rendered pages. */
  done: number | undefined
  /** Id of the background job. */
  run: number | undefined
  leaveRun(): void
}

const names = { barcode: 'Stocks Barcodes.pdf', qrcode: 'Stocks QR Codes.pdf' } as const

/** State and functions of a print. */
export function usePrint(): Print {
  const say = useMessages()
  const follows = usePlugin('runs')
  const [done, setDone] = useState<number>()
  const [run, setRun] = useState<number>()
  const running = useRef<AbortController>(null)
  const begin = async (path: string, body: unknown) => {
    try {
      setRun((await api<{ id: number }>(`${path}/run`, { method: 'POST', body })).id)
    } catch (error) {
      notifyFailure(say('fail'), error)
    }
  }
  const print = async ({ kind, chosen, ...paper }: PrintRequest) => {
    if (chosen.length === 0) return notify({ intent: 'warning', title: say('fail'), lines: [say('none')] })
    const path = `product/${kind}`
    const body = { stocks: chosen.map(({ stock, copies }) => ({ id: stock.id, quantity: copies })), ...paper }
    // Without background jobs, the server enforces its own limit.
    if (labelCount(chosen) > MOST_AT_ONCE && follows) return begin(path, body)
    running.current = new AbortController()
    setDone(0)
    try {
      saveBlob(await fetchPdf(path, body, running.current.signal, setDone), names[kind])
      notifySuccess(say('done'))
    } catch (error) {
      if (running.current.signal.aborted) return
      notifyFailure(say('fail'), error instanceof ApiError ? error : new ApiError(0, { messages: [say('network')] }))
    } finally {
      setDone(undefined)
    }
  }
  return { print, cancel: () => running.current?.abort(), done, run, leaveRun: () => setRun(undefined) }
}
