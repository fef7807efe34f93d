import { Button, InputGroup } from '@blueprintjs/core'
import { Cross, Plus } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import type { TaskValues } from './task-values.ts'
import { useMessages } from './messages.ts'

type Items = TaskValues['checklist']

/** Editor of a checklist: Enter adds an item below. */
export function ChecklistInput({ items, change }: { items: Items; change: (items: Items) => void }) {
  const say = useMessages()
  const list = useRef<HTMLUListElement>(null)
  /** The item that gets the focus once it is there. */
  const [focusRequest, setFocusRequest] = useState<{ at: number }>()
  useEffect(() => {
    if (focusRequest) list.current?.querySelectorAll('input')[focusRequest.at]?.focus()
  }, [focusRequest])
  const insert = (at: number) => {
    change(items.toSpliced(at, 0, { id: crypto.randomUUID(), text: '', done: false }))
    setFocusRequest({ at })
  }
  const remove = (at: number) => {
    change(items.toSpliced(at, 1))
    setFocusRequest({ at: Math.max(0, at - 1) })
  }
  return (
    <div>
      <ul ref={list} className="task-checklist-edit">
        {items.map((item, at) => (
          <li key={item.id}>
            <InputGroup
              fill
              maxLength={500}
              value={item.text}
              aria-label={say('item', { n: at + 1 })}
              onChange={({ currentTarget }) => change(items.with(at, { ...item, text: currentTarget.value }))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                // Enter would send the form.
                event.preventDefault()
                insert(at + 1)
              }}
            />
            <Button
              variant="minimal"
              icon={<Cross aria-hidden />}
              aria-label={say('removeItem', { n: at + 1 })}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      <Button variant="minimal" icon={<Plus aria-hidden />} disabled={items.length >= 100} onClick={() => insert(items.length)}>
        {say('addItem')}
      </Button>
    </div>
  )
}
