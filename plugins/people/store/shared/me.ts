import { atom, useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { useShop } from 'stoa/store'
import type { Profile } from '../../index.ts'

const meAtom = atom<Profile | null>(null)
const requestedAtom = atom(false)

/** The signed-in account; null until loaded. It is fetched on the client, since cached pages are the same for everybody. */
export const useMe = (): Profile | null => {
  const { call, bootstrap } = useShop()
  const store = useStore()
  useEffect(() => {
    if (!bootstrap.signedIn || store.get(requestedAtom)) return
    store.set(requestedAtom, true)
    call.post<Profile>('/api/info', {}).then(
      (me) => store.set(meAtom, me),
      () => store.set(requestedAtom, false),
    )
  }, [bootstrap.signedIn, call, store])
  return useAtomValue(meAtom)
}
