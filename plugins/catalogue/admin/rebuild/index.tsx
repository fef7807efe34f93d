import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { api, forget, notifyFailure, RunProgress, usePlugin } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Action below the shop settings: rebuild the search index. */
export default function Rebuild() {
  const say = useMessages()
  const follows = usePlugin('runs')
  const [id, setId] = useState<number>()
  const begin = async () => {
    try {
      setId((await api<{ id: number }>('product/reindex', { method: 'POST', body: {} })).id)
    } catch (error) {
      notifyFailure(say('failed'), error)
    }
  }
  if (!follows) return null
  return (
    <section aria-labelledby="rebuild-title">
      <h3 id="rebuild-title">{say('title')}</h3>
      <p className="quiet">{say('hint')}</p>
      {id === undefined ? (
        <Button onClick={() => void begin()}>{say('begin')}</Button>
      ) : (
        <RunProgress key={id} id={id} onEnd={() => forget('product')} />
      )}
    </section>
  )
}
