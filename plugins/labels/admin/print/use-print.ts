import { useRef, useState } from 'react'
import { ApiError, notify, notifyFailure, notifySuccess, saveBlob } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from '../texts.ts'
import type { Chosen } from './choice.ts'
import { fetchPdf } from './fetch-pdf.ts'

/** What a label carries. */
export type Kind = 'barcode' | 'qrcode'

interface Wanted {
  kind: Kind
  chosen: readonly Chosen[]
  layout: string
  start: number
  language: string
}

const names = { barcode: 'Stocks Barcodes.pdf', qrcode: 'Stocks QR Codes.pdf' } as const

/** Prints labels; `done` is how many pages are drawn while it does. */
export function usePrint(): { print: (wanted: Wanted) => Promise<void>; cancel: () => void; done: number | undefined } {
  const say = useTexts()
  const [done, setDone] = useState<number>()
  const running = useRef<AbortController>(null)
  const print = async ({ kind, chosen, ...paper }: Wanted) => {
    if (chosen.length === 0) return notify({ intent: 'warning', title: say('fail'), lines: [say('none')] })
    running.current = new AbortController()
    setDone(0)
    try {
      const stocks = chosen.map(({ stock, copies }) => ({ id: stock.id, quantity: copies }))
      saveBlob(await fetchPdf(`product/${kind}`, { stocks, ...paper }, running.current.signal, setDone), names[kind])
      notifySuccess(say('done'))
    } catch (error) {
      if (running.current.signal.aborted) return
      notifyFailure(say('fail'), error instanceof ApiError ? error : new ApiError(0, { messages: [say('network')] }))
    } finally {
      setDone(undefined)
    }
  }
  return { print, cancel: () => running.current?.abort(), done }
}
