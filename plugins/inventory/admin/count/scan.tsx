import { Button, InputGroup } from '@blueprintjs/core'
import { Barcode } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { api, notifyFailure } from 'stoa/admin'
import type { WrittenCount } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** Scanner input: each code adds one unit of its item. Scans are queued, so that fast scanning loses none. */
export function Scan({ id, done }: { id: string; done: () => void }) {
  const say = useMessages()
  const field = useId()
  const [code, setCode] = useState('')
  const [last, setLast] = useState('')
  const queue = useRef(Promise.resolve())
  const input = useRef<HTMLInputElement>(null)
  // Focuses the input on mount, but only after an open dialog is closed, since it would return the focus to its
  // trigger. A field the user focused meanwhile keeps the focus.
  useEffect(() => {
    let frame = 0
    const take = () => {
      if (document.querySelector('.bp6-dialog')) frame = requestAnimationFrame(take)
      else if (!document.activeElement?.matches('input, textarea, select')) input.current?.focus()
    }
    take()
    return () => cancelAnimationFrame(frame)
  }, [])

  const add = async (scannedCode: string) => {
    try {
      const { last } = await api<{ last: WrittenCount }>(`stocktake/${id}/count`, {
        method: 'PUT',
        body: { lines: [{ code: scannedCode, add: 1 }] },
      })
      setLast(say('addedTo', { name: [last.name, last.options].filter(Boolean).join(' '), count: last.counted }))
      done()
    } catch (error) {
      notifyFailure(say('saveFail'), error, () => say('sku'))
    }
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const scannedCode = code.trim()
    setCode('')
    if (scannedCode) queue.current = queue.current.then(() => add(scannedCode))
  }

  return (
    <form className="count-scan" onSubmit={send}>
      <label htmlFor={field}>{say('scan')}</label>
      <InputGroup
        id={field}
        inputRef={input}
        size="large"
        leftIcon={<Barcode aria-hidden />}
        value={code}
        autoComplete="off"
        aria-describedby={`${field}-hint`}
        onChange={(event) => setCode(event.target.value)}
        rightElement={
          <Button type="submit" variant="minimal">
            +1
          </Button>
        }
      />
      <p id={`${field}-hint`} className="quiet small">
        {say('scanHint')}
      </p>
      <p role="status" className="count-last">
        {last}
      </p>
    </form>
  )
}
