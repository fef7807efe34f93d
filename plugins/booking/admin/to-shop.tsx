import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { useState } from 'react'
import type { Locale, Row } from 'stoa/api-types'
import { api, notifyFailure, ShopLink } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Link from an event to its store page, or to a preview while it is hidden. */
export default function ToShop({ row, language }: { row: Row; language: Locale }) {
  const say = useMessages()
  const [busy, setBusy] = useState(false)
  const isVisible = row['visibled'] === true
  const look = async () => {
    // Opened within the click handler, or pop-up blockers would prevent it.
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
  return isVisible ? (
    <ShopLink to={`/${language}/event/detail/${String(row['url'])}`} isVisible />
  ) : (
    <Button icon={<EyeOpen aria-hidden />} text={say('preview')} loading={busy} onClick={() => void look()} />
  )
}
