import EditorJS, { type OutputData } from '@editorjs/editorjs'
import { useEffect, useRef, useState } from 'react'
import type { InputProps } from '../types.ts'
import { useSession } from '../../state/session.ts'
import { useT } from '../../i18n/index.ts'
import { readDocument, writeDocument } from './document.ts'
import { registerFlush } from '../flush.ts'
import { listenImmediately, prepareEditor } from './run-idle-callbacks.ts'
import { captureEarlyTyping } from './early-changes.ts'
import { editorWords, toolsFor } from './tools.ts'

listenImmediately()

/** The block editor. Uncontrolled: an external value replaces the text only when it differs from the last value reported. */
export default function Editor({ id, field, value, onChange, placeholder, describedBy, invalid, disabled }: InputProps) {
  const { language, t } = useT()
  const mayUpload = useSession().me.role.permission_list.includes('create upload')
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorJS | null>(null)
  const lastWritten = useRef('')
  const change = useRef(onChange)
  const [first] = useState(() => ({ value, text: writeDocument(readDocument(value)) }))
  useEffect(() => {
    change.current = onChange
  })
  const text = writeDocument(readDocument(value))

  useEffect(() => {
    const element = holder.current
    if (!element) return undefined
    // Under StrictMode effects run twice; an editor that becomes ready after its cleanup must not be used.
    let dead = false
    const place = document.createElement('div')
    element.append(place)
    lastWritten.current = text
    const tell = async (save: () => Promise<OutputData>) => {
      if (dead) return
      const next = writeDocument(await save())
      // The editor reports changes without an effect, such as a click into it.
      if (dead || next === lastWritten.current) return
      lastWritten.current = next
      // Text that was typed and removed again is not a change.
      change.current(next === first.text ? first.value : next)
    }
    const created = prepareEditor(
      () =>
        new EditorJS({
          holder: place,
          tools: toolsFor(mayUpload),
          i18n: { messages: editorWords() },
          data: readDocument(text),
          minHeight: 120,
          readOnly: disabled ?? false,
          placeholder: placeholder ?? t('widget.editorHint'),
          onChange: (api) => void tell(() => api.saver.save()),
        }),
    )
    editor.current = created
    // The editor is ready before it attaches its listeners in an idle callback. Until then the text is inert, because key presses would
    // bypass the editor.
    place.inert = true
    const giveOver = disabled ? undefined : captureEarlyTyping(element, field.label)
    const listening = created.isReady.then(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 })))
    void listening.then(() => {
      if (dead) return
      place.inert = false
      giveOver?.(created)
    })
    // A click below the text continues writing at its end.
    const below = (event: MouseEvent) => {
      const { target } = event
      const empty = target === element || (target instanceof Element && target.matches('.codex-editor, .codex-editor__redactor'))
      if (!empty || disabled || event.button !== 0) return
      event.preventDefault()
      void listening.then(() => dead || created.caret.setToLastBlock('end'))
    }
    element.addEventListener('mousedown', below)
    void created.isReady.then(() => {
      if (dead) created.destroy()
    })
    // The editor debounces changes; saving right after typing must not lose the last words.
    const off = registerFlush(() => listening.then(() => tell(() => created.save())))
    return () => {
      off()
      element.removeEventListener('mousedown', below)
      dead = true
      editor.current = null
      void created.isReady.then(() => created.destroy?.()).catch(() => {})
      element.replaceChildren()
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [disabled, placeholder, mayUpload, language])

  useEffect(() => {
    const current = editor.current
    if (!current || text === lastWritten.current) return
    lastWritten.current = text
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
      className={`rich${invalid ? ' is-invalid' : ''}${field.small ? ' is-small' : ''}`}
    />
  )
}
