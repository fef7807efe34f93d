import { useState } from 'react'
import { api, failureLines, fieldErrors, notifySuccess } from 'stoa/admin'

/** Sends a change of a claim and keeps what went wrong. */
export function useClaimChange({ done, close }: { done: () => Promise<unknown>; close: () => void }) {
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [problems, setProblems] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const send = async (path: string, body: object, success: string, shownFields: readonly string[] = []) => {
    setBusy(true)
    setErrors({})
    setProblems([])
    try {
      await api(path, { method: 'POST', body })
      notifySuccess(success)
      await done()
      close()
    } catch (failure) {
      const byField = fieldErrors(failure)
      const areAllInForm = Object.keys(byField).length > 0 && Object.keys(byField).every((field) => shownFields.includes(field))
      setErrors(byField)
      setProblems(areAllInForm ? [] : failureLines(failure, () => ''))
      setBusy(false)
    }
  }
  return { errors, problems, isBusy, send }
}
