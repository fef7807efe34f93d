import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { LoadError } from './load-error.tsx'

const never = () => 0

/** Says why in place of what is inside, where a call was refused that it cannot be drawn without. Other faults are passed on. */
export function CallBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={never} errorComponent={Refused}>
      {children}
    </CatchBoundary>
  )
}

/** Why a call was refused, and the way to ask again. @throws what is no refusal of a call */
export function Refused({ error, reset }: { error: unknown; reset: () => void }) {
  const asked = useQueryErrorResetBoundary()
  if (!(error instanceof ApiError)) throw error
  const retry = () => {
    asked.reset()
    reset()
  }
  return <LoadError error={error} retry={retry} />
}
