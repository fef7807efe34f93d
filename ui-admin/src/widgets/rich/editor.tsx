import EditorJS, { type ToolConstructable } from '@editorjs/editorjs'
import Header from '@editorjs/header'
import List from '@editorjs/list'
import Table from '@editorjs/table'
import { useEffect, useRef } from 'react'
import type { InputProps } from '../types.ts'
import { readDocument, writeDocument } from './document.ts'

const tools = {
  header: { class: Header as unknown as ToolConstructable, config: { levels: [2, 3, 4], defaultLevel: 2 } },
  list: { class: List as unknown as ToolConstructable, inlineToolbar: true },
  table: { class: Table as unknown as ToolConstructable, inlineToolbar: true },
}

/** The block editor. It is uncontrolled: a value from outside replaces the text only when it is not its own echo. */
export default function Editor({ id, field, value, onChange, placeholder, describedBy, invalid, disabled }: InputProps) {
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorJS | null>(null)
  const own = useRef('')
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const text = writeDocument(readDocument(value))

  useEffect(() => {
    const element = holder.current
    if (!element) return undefined
    // Under StrictMode effects run twice; an editor that comes to life after its end would be a second one.
    let dead = false
    const place = document.createElement('div')
    element.append(place)
    own.current = text
    const created = new EditorJS({
      holder: place,
      tools,
      data: readDocument(text),
      minHeight: 120,
      readOnly: disabled ?? false,
      ...(placeholder ? { placeholder } : {}),
      onChange: async (api) => {
        if (dead) return
        const next = writeDocument(await api.saver.save())
        // The editor also reports changes that change nothing, such as a click into it.
        if (dead || next === own.current) return
        own.current = next
        change.current(next)
      },
    })
    editor.current = created
    void created.isReady.then(() => {
      if (dead) created.destroy()
    })
    return () => {
      dead = true
      editor.current = null
      void created.isReady.then(() => created.destroy?.()).catch(() => {})
      place.remove()
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [disabled, placeholder])

  useEffect(() => {
    const current = editor.current
    if (!current || text === own.current) return
    own.current = text
    void current.isReady.then(() => {
      const data = readDocument(text)
      return data.blocks.length ? current.render(data) : current.clear()
    })
  }, [text])

  return (
    <div
      id={id}
      ref={holder}
      tabIndex={-1}
      role="group"
      aria-label={field.label}
      aria-describedby={describedBy}
      className={invalid ? 'rich is-invalid' : 'rich'}
    />
  )
}
