import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { useState } from 'react'
import type { Locale, Row } from 'stoa/api-types'
import { api, notifyFailure, ShopLink } from 'stoa/admin'
import { useMessages } from './texts.ts'

/** Beside the buttons of an event: the way to its page in the shop, and before it is shown a look at it. */
export default function ToShop({ row, language }: { row: Row; language: Locale }) {
  const say = useMessages()
  const [busy, setBusy] = useState(false)
  const shown = row['visibled'] === true
  const look = async () => {
    // Opened with the press, or browsers take it for something nobody asked for.
    const tab = window.open('', '_blank')
    setBusy(true)
    try {
      const { url } = await api<{ url: string }>(`event/${row.id}/preview`)
      if (tab) tab.location.href = `/${language}${url}`
    } catch (error) {
      tab?.close()
      notifyFailure(say('failed'), error)
    }
    setBusy(false)
  }
  return shown ? (
    <ShopLink to={`/${language}/event/detail/${String(row['url'])}`} shown />
  ) : (
    <Button icon={<EyeOpen aria-hidden />} text={say('preview')} loading={busy} onClick={() => void look()} />
  )
}
