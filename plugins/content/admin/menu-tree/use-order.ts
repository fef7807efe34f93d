import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Row } from 'stoa/api-types'
import { api, forget, notifyFailure, t } from 'stoa/admin'
import { nested, sameTree } from './tree.ts'

/** A menu entry of the flat list. */
export interface Entry extends Row {
  title: string
  type: string
  url: string | null
  enabled: boolean
  depth: number
}

/** The menu in order. Each change is saved at once with one request; the last change can be undone. */
export function useOrder(language: string) {
  const client = useQueryClient()
  const key = ['menu-flat', language]
  const found = useQuery({
    queryKey: key,
    queryFn: async () => (await api<{ data: Entry[] }>('menu/flat', { query: { language } })).data,
  })
  const [undoable, setUndoable] = useState<{ title: string; before: Entry[] }>()
  const running = useRef(Promise.resolve())

  const store = (next: Entry[], before: Entry[]): Promise<boolean> => {
    client.setQueryData(key, next)
    const send = async () => {
      try {
        await api('menu/sort', { method: 'PUT', body: { menus: nested(next) } })
        forget('menu')
        return true
      } catch (error) {
        client.setQueryData(key, before)
        notifyFailure(t('failure.submit'), error)
        await client.invalidateQueries({ queryKey: key })
        return false
      }
    }
    const call = running.current.then(send)
    // Requests run one after the other, so that an older order does not overwrite a newer one.
    running.current = call.then(() => undefined)
    return call
  }

  const arrange = async (next: Entry[] | undefined, title: string) => {
    const before = found.data
    if (!next || !before || sameTree(next, before)) return
    if (await store(next, before)) setUndoable({ title, before })
  }
  const undo = async () => {
    if (!undoable || !found.data) return false
    const done = await store(undoable.before, found.data)
    setUndoable(undefined)
    return done
  }
  const refresh = () => client.invalidateQueries({ queryKey: ['menu-flat'] })
  return { lines: found.data, error: found.error, arrange, undo, undoable, forgetUndo: () => setUndoable(undefined), refresh }
}
