import { failureLines } from 'stoa/admin'
import { useState } from 'react'

/** Runs a call: `busy` until it ends, `wrong` why it failed. `call` returns the error, or undefined after success. */
export function useCall(getLabel?: (field: string) => string) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const call = async (run: () => Promise<unknown>): Promise<unknown> => {
    setBusy(true)
    setWrong([])
    try {
      await run()
      return undefined
    } catch (error) {
      setWrong(failureLines(error, getLabel))
      return error
    } finally {
      setBusy(false)
    }
  }
  return { busy, wrong, setWrong, call }
}
